#ifndef CGDAL_H
#define CGDAL_H

#include <stdint.h>

// GDAL's OGR, as far as Ambit calls it, by its C interface, which later versions keep. Nothing of GDAL is
// needed to build this.

// MARK: The library

/// Whether the library is there; it is loaded if that has not happened yet.
int ambit_gdal_exists(void);

/// Makes a driver known by the name of the function of the library that does so, such as
/// `RegisterOGRGPX`. No other driver is known.
///
/// - Returns: 0 where this version of the library has none of that name.
int ambit_gdal_register(const char *function);

/// Takes every variable from the environment by which somebody could tell the library what to do, and
/// leaves those by which libraries are found. To be called before anything else here.
void ambit_gdal_forget_environment(void);

/// Has the library say errors to nobody but ``ambit_gdal_error``.
void ambit_gdal_keep_errors(void);

/// The first error since ``ambit_gdal_forget_error``, in the library's words; NULL where there was none.
const char *ambit_gdal_error(void);
void ambit_gdal_forget_error(void);

// MARK: Files

/// The folder of the files that were offered, which exist for the library alone.
#define AMBIT_GDAL_FOLDER "/vsiambit/"

/// Has the library see a file, which is open to be read, under a name in ``AMBIT_GDAL_FOLDER``.
/// Letters may differ in case. Nothing there can be written.
///
/// - Parameter forgets_log: Whether the file is an SQLite database with a write-ahead log that is empty,
///   to be read as one without.
/// - Returns: 0, or an errno.
int ambit_gdal_offer(const char *name, int descriptor, int forgets_log);

/// Has the library see the files that were offered; to be called once, behind the last.
///
/// - Returns: 0, or an errno.
int ambit_gdal_offer_end(void);

// MARK: The library's own functions

typedef struct ambit_gdal_dataset *GDALDatasetH;
typedef struct ambit_gdal_driver *GDALDriverH;
typedef struct ambit_ogr_layer *OGRLayerH;
typedef struct ambit_ogr_definition *OGRFeatureDefnH;
typedef struct ambit_ogr_field *OGRFieldDefnH;
typedef struct ambit_ogr_feature *OGRFeatureH;
typedef struct ambit_ogr_geometry *OGRGeometryH;
typedef struct ambit_osr_system *OGRSpatialReferenceH;

enum { GDAL_OF_READONLY = 0, GDAL_OF_VECTOR = 4, GDAL_OF_VERBOSE_ERROR = 0x40 };

// OGRFieldType and OGRFieldSubType
enum {
    OFTInteger, OFTIntegerList, OFTReal, OFTRealList, OFTString, OFTStringList, OFTWideString,
    OFTWideStringList, OFTBinary, OFTDate, OFTTime, OFTDateTime, OFTInteger64, OFTInteger64List
};
enum { OFSTBoolean = 1 };
/// OGRwkbGeometryType of a layer without geometries.
enum { wkbNone = 100 };
/// OGRwkbByteOrder
enum { wkbNDR = 1 };
/// OGRAxisOrientation
enum { OAO_North = 1 };

GDALDatasetH GDALOpenEx(
    const char *name, unsigned flags, const char *const *drivers, const char *const *options,
    const char *const *siblings
);
void GDALClose(GDALDatasetH);
GDALDriverH GDALGetDatasetDriver(GDALDatasetH);
const char *GDALGetDriverShortName(GDALDriverH);
int GDALDatasetGetLayerCount(GDALDatasetH);
OGRLayerH GDALDatasetGetLayer(GDALDatasetH, int);
void CPLSetConfigOption(const char *, const char *);

const char *OGR_L_GetName(OGRLayerH);
unsigned OGR_L_GetGeomType(OGRLayerH);
void OGR_L_ResetReading(OGRLayerH);
OGRFeatureH OGR_L_GetNextFeature(OGRLayerH);
OGRFeatureDefnH OGR_L_GetLayerDefn(OGRLayerH);
OGRSpatialReferenceH OGR_L_GetSpatialRef(OGRLayerH);
const char *OGR_L_GetFIDColumn(OGRLayerH);

int OGR_FD_GetFieldCount(OGRFeatureDefnH);
int OGR_FD_GetGeomFieldCount(OGRFeatureDefnH);
OGRFieldDefnH OGR_FD_GetFieldDefn(OGRFeatureDefnH, int);
const char *OGR_Fld_GetNameRef(OGRFieldDefnH);
int OGR_Fld_GetType(OGRFieldDefnH);
int OGR_Fld_GetSubType(OGRFieldDefnH);

void OGR_F_Destroy(OGRFeatureH);
int64_t OGR_F_GetFID(OGRFeatureH);
int OGR_F_IsFieldSetAndNotNull(OGRFeatureH, int);
const char *OGR_F_GetFieldAsString(OGRFeatureH, int);
int64_t OGR_F_GetFieldAsInteger64(OGRFeatureH, int);
double OGR_F_GetFieldAsDouble(OGRFeatureH, int);
int OGR_F_GetFieldAsDateTimeEx(
    OGRFeatureH, int, int *year, int *month, int *day, int *hour, int *minute, float *second,
    int *zone
);
char **OGR_F_GetFieldAsStringList(OGRFeatureH, int);
const int *OGR_F_GetFieldAsIntegerList(OGRFeatureH, int, int *count);
const int64_t *OGR_F_GetFieldAsInteger64List(OGRFeatureH, int, int *count);
const double *OGR_F_GetFieldAsDoubleList(OGRFeatureH, int, int *count);
OGRGeometryH OGR_F_GetGeometryRef(OGRFeatureH);

unsigned OGR_G_GetGeometryType(OGRGeometryH);
const char *OGR_G_GetGeometryName(OGRGeometryH);
int OGR_G_Is3D(OGRGeometryH);
int OGR_G_IsMeasured(OGRGeometryH);
/// The bounds: x, y and z, of each the least and the greatest.
void OGR_G_GetEnvelope3D(OGRGeometryH, double *);
int OGR_G_HasCurveGeometry(OGRGeometryH, int looks_for_non_linear);
OGRGeometryH OGR_G_GetLinearGeometry(OGRGeometryH, double step, const char *const *options);
void OGR_G_FlattenTo2D(OGRGeometryH);
void OGR_G_SwapXY(OGRGeometryH);
int OGR_G_WkbSize(OGRGeometryH);
int OGR_G_ExportToIsoWkb(OGRGeometryH, int order, unsigned char *);
void OGR_G_DestroyGeometry(OGRGeometryH);

OGRSpatialReferenceH OSRNewSpatialReference(const char *);
void OSRDestroySpatialReference(OGRSpatialReferenceH);
int OSRImportFromEPSG(OGRSpatialReferenceH, int);
const char *OSRGetAuthorityName(OGRSpatialReferenceH, const char *);
const char *OSRGetAuthorityCode(OGRSpatialReferenceH, const char *);
int OSRExportToWktEx(OGRSpatialReferenceH, char **, const char *const *options);
const int *OSRGetDataAxisToSRSAxisMapping(OGRSpatialReferenceH, int *count);
const char *OSRGetAxis(OGRSpatialReferenceH, const char *, int, int *orientation);
void VSIFree(void *);

#endif
