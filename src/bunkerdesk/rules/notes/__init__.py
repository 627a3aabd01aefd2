"""The checks of delivery notes: one rule a function, over one operation with everything known about it."""
