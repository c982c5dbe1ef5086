// The headers of the C library that the project uses, as a module for Embedded Swift.
//
// No feature macro here: the names are those that Swift's own Glibc module shows.
#pragma once

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Calls that take any number of arguments, which Swift can't make.
int audiosession_open(const char *path, int flags, mode_t mode);
int audiosession_fcntl(int descriptor, int command, int value);
int audiosession_ioctl(int descriptor, unsigned long request, void *argument);

// The variables of the process; see environ(7).
char **audiosession_environ(void);

// SIG_IGN, which is a cast.
void (*audiosession_ignore(void))(int);

// The program's arguments, its name first.
int audiosession_argument_count(void);
const char *audiosession_argument(int index);
