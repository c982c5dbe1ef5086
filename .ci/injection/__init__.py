"""What .ci/faults is made of: system calls that fail, programs under strace, and what must hold then."""
