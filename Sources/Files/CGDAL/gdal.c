// GDAL's OGR: formats of other geographic programs.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CGDAL.h"

#include <CDeferred.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "libgdal.so.32", "libgdal.so.36", "libgdal.so.38", "libgdal.so.37", "libgdal.so.35",
    "libgdal.so.34", "libgdal.so.33", "libgdal.so.31", "libgdal.so.30", 0
};
static struct ambit_library gdal = {names, "libgdal32", 0};

int ambit_gdal_exists(void) { return ambit_library_exists(&gdal); }

int ambit_gdal_register(const char *function) {
    if (!ambit_library_exists(&gdal)) return 0;
    void (*make_known)(void) = (void (*)(void))dlsym(atomic_load(&gdal.handle), function);
    if (!make_known) return 0;
    make_known();
    return 1;
}

void ambit_gdal_forget_environment(void) {
    static const char *const kept[] = {"PATH", "LD_LIBRARY_PATH", "PROJ_DATA", "PROJ_LIB", "TMPDIR"};
    enum { COUNT = sizeof(kept) / sizeof(kept[0]) };
    char *values[COUNT];
    for (int index = 0; index < COUNT; index++) {
        const char *value = getenv(kept[index]);
        values[index] = value ? strdup(value) : 0;
    }
    clearenv();
    for (int index = 0; index < COUNT; index++) {
        if (!values[index]) continue;
        setenv(kept[index], values[index], 1);
        free(values[index]);
    }
    setenv("TZ", "UTC", 1);
}

// MARK: Errors

static char error_text[500];

static void keep_error(int class, int number, const char *text) {
    (void)number;
    // Warnings come before it.
    if (class >= 3 && !error_text[0] && text) snprintf(error_text, sizeof(error_text), "%s", text);
}

typedef void (*ambit_error_handler)(int, int, const char *);
ambit_error_handler CPLSetErrorHandler(ambit_error_handler);
AMBIT_DEFERRED_1(gdal, ambit_error_handler, CPLSetErrorHandler, ambit_error_handler)

void ambit_gdal_keep_errors(void) { CPLSetErrorHandler(keep_error); }
const char *ambit_gdal_error(void) { return error_text[0] ? error_text : 0; }
void ambit_gdal_forget_error(void) { error_text[0] = 0; }

// MARK: The library's own functions

AMBIT_DEFERRED_5(
    gdal, GDALDatasetH, GDALOpenEx, const char *, unsigned, const char *const *,
    const char *const *, const char *const *
)
AMBIT_DEFERRED_1(gdal, void, GDALClose, GDALDatasetH)
AMBIT_DEFERRED_1(gdal, GDALDriverH, GDALGetDatasetDriver, GDALDatasetH)
AMBIT_DEFERRED_1(gdal, const char *, GDALGetDriverShortName, GDALDriverH)
AMBIT_DEFERRED_1(gdal, int, GDALDatasetGetLayerCount, GDALDatasetH)
AMBIT_DEFERRED_2(gdal, OGRLayerH, GDALDatasetGetLayer, GDALDatasetH, int)
AMBIT_DEFERRED_2(gdal, void, CPLSetConfigOption, const char *, const char *)

AMBIT_DEFERRED_1(gdal, const char *, OGR_L_GetName, OGRLayerH)
AMBIT_DEFERRED_1(gdal, unsigned, OGR_L_GetGeomType, OGRLayerH)
AMBIT_DEFERRED_1(gdal, void, OGR_L_ResetReading, OGRLayerH)
AMBIT_DEFERRED_1(gdal, OGRFeatureH, OGR_L_GetNextFeature, OGRLayerH)
AMBIT_DEFERRED_1(gdal, OGRFeatureDefnH, OGR_L_GetLayerDefn, OGRLayerH)
AMBIT_DEFERRED_1(gdal, OGRSpatialReferenceH, OGR_L_GetSpatialRef, OGRLayerH)
AMBIT_DEFERRED_1(gdal, const char *, OGR_L_GetFIDColumn, OGRLayerH)

AMBIT_DEFERRED_1(gdal, int, OGR_FD_GetFieldCount, OGRFeatureDefnH)
AMBIT_DEFERRED_1(gdal, int, OGR_FD_GetGeomFieldCount, OGRFeatureDefnH)
AMBIT_DEFERRED_2(gdal, OGRFieldDefnH, OGR_FD_GetFieldDefn, OGRFeatureDefnH, int)
AMBIT_DEFERRED_1(gdal, const char *, OGR_Fld_GetNameRef, OGRFieldDefnH)
AMBIT_DEFERRED_1(gdal, int, OGR_Fld_GetType, OGRFieldDefnH)
AMBIT_DEFERRED_1(gdal, int, OGR_Fld_GetSubType, OGRFieldDefnH)

AMBIT_DEFERRED_1(gdal, void, OGR_F_Destroy, OGRFeatureH)
AMBIT_DEFERRED_1(gdal, int64_t, OGR_F_GetFID, OGRFeatureH)
AMBIT_DEFERRED_2(gdal, int, OGR_F_IsFieldSetAndNotNull, OGRFeatureH, int)
AMBIT_DEFERRED_2(gdal, const char *, OGR_F_GetFieldAsString, OGRFeatureH, int)
AMBIT_DEFERRED_2(gdal, int64_t, OGR_F_GetFieldAsInteger64, OGRFeatureH, int)
AMBIT_DEFERRED_2(gdal, double, OGR_F_GetFieldAsDouble, OGRFeatureH, int)
AMBIT_DEFERRED(
    gdal, int, OGR_F_GetFieldAsDateTimeEx,
    (OGRFeatureH a, int b, int *c, int *d, int *e, int *f, int *g, float *h, int *i),
    (a, b, c, d, e, f, g, h, i)
)
AMBIT_DEFERRED_2(gdal, char **, OGR_F_GetFieldAsStringList, OGRFeatureH, int)
AMBIT_DEFERRED_3(gdal, const int *, OGR_F_GetFieldAsIntegerList, OGRFeatureH, int, int *)
AMBIT_DEFERRED_3(gdal, const int64_t *, OGR_F_GetFieldAsInteger64List, OGRFeatureH, int, int *)
AMBIT_DEFERRED_3(gdal, const double *, OGR_F_GetFieldAsDoubleList, OGRFeatureH, int, int *)
AMBIT_DEFERRED_1(gdal, OGRGeometryH, OGR_F_GetGeometryRef, OGRFeatureH)

AMBIT_DEFERRED_1(gdal, unsigned, OGR_G_GetGeometryType, OGRGeometryH)
AMBIT_DEFERRED_1(gdal, const char *, OGR_G_GetGeometryName, OGRGeometryH)
AMBIT_DEFERRED_1(gdal, int, OGR_G_Is3D, OGRGeometryH)
AMBIT_DEFERRED_1(gdal, int, OGR_G_IsMeasured, OGRGeometryH)
AMBIT_DEFERRED_2(gdal, void, OGR_G_GetEnvelope3D, OGRGeometryH, double *)
AMBIT_DEFERRED_2(gdal, int, OGR_G_HasCurveGeometry, OGRGeometryH, int)
AMBIT_DEFERRED_3(
    gdal, OGRGeometryH, OGR_G_GetLinearGeometry, OGRGeometryH, double, const char *const *
)
AMBIT_DEFERRED_1(gdal, void, OGR_G_FlattenTo2D, OGRGeometryH)
AMBIT_DEFERRED_1(gdal, void, OGR_G_SwapXY, OGRGeometryH)
AMBIT_DEFERRED_1(gdal, int, OGR_G_WkbSize, OGRGeometryH)
AMBIT_DEFERRED_3(gdal, int, OGR_G_ExportToIsoWkb, OGRGeometryH, int, unsigned char *)
AMBIT_DEFERRED_1(gdal, void, OGR_G_DestroyGeometry, OGRGeometryH)

AMBIT_DEFERRED_1(gdal, OGRSpatialReferenceH, OSRNewSpatialReference, const char *)
AMBIT_DEFERRED_1(gdal, void, OSRDestroySpatialReference, OGRSpatialReferenceH)
AMBIT_DEFERRED_2(gdal, int, OSRImportFromEPSG, OGRSpatialReferenceH, int)
AMBIT_DEFERRED_2(gdal, const char *, OSRGetAuthorityName, OGRSpatialReferenceH, const char *)
AMBIT_DEFERRED_2(gdal, const char *, OSRGetAuthorityCode, OGRSpatialReferenceH, const char *)
AMBIT_DEFERRED_3(
    gdal, int, OSRExportToWktEx, OGRSpatialReferenceH, char **, const char *const *
)
AMBIT_DEFERRED_2(
    gdal, const int *, OSRGetDataAxisToSRSAxisMapping, OGRSpatialReferenceH, int *
)
AMBIT_DEFERRED_4(
    gdal, const char *, OSRGetAxis, OGRSpatialReferenceH, const char *, int, int *
)
AMBIT_DEFERRED_1(gdal, void, VSIFree, void *)

// MARK: What the files below need

struct ambit_callbacks *VSIAllocFilesystemPluginCallbacksStruct(void);
int VSIInstallPluginHandler(const char *, const struct ambit_callbacks *);
char **CSLAddString(char **, const char *);
AMBIT_DEFERRED_0(gdal, struct ambit_callbacks *, VSIAllocFilesystemPluginCallbacksStruct)
AMBIT_DEFERRED_2(
    gdal, int, VSIInstallPluginHandler, const char *, const struct ambit_callbacks *
)
AMBIT_DEFERRED_2(gdal, char **, CSLAddString, char **, const char *)
