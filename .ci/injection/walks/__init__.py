"""One life of each program, from start to stop, which is repeated with each failure."""
