#ifndef CVISIBLELOCKS_H
#define CVISIBLELOCKS_H

// Nothing to call: see locks.c.

#endif
