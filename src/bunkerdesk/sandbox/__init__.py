"""The local service: the whole interface of the specification over a demo world, on loopback."""
