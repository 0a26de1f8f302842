#ifndef CSPATIALITE_H
#define CSPATIALITE_H

#include <sqlite3.h>
#include <spatialite.h>
#include <spatialite/gaiageo.h>

#endif
