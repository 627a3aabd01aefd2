"""Documents on the screen: the list, the viewer, figures on paper."""
