// PROJ: coordinate reference systems, and geodesics over any distance.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#include "CProj.h"

#include <CDeferred.h>

static const char *const names[] = {"libproj.so", "libproj.so.25", 0};
static struct ambit_library proj = {names, "libproj25", 0};

AMBIT_DEFERRED_0(proj, PJ_CONTEXT *, proj_context_create)
AMBIT_DEFERRED_1(proj, PJ_CONTEXT *, proj_context_destroy, PJ_CONTEXT *)
AMBIT_DEFERRED_1(proj, const char *, proj_context_get_database_path, PJ_CONTEXT *)
AMBIT_DEFERRED_2(proj, int, proj_context_set_enable_network, PJ_CONTEXT *, int)
AMBIT_DEFERRED_4(proj, PJ_COORD, proj_coord, double, double, double, double)
AMBIT_DEFERRED_2(proj, double, proj_coordoperation_get_accuracy, PJ_CONTEXT *, const PJ *)
AMBIT_DEFERRED_2(proj, PJ *, proj_create, PJ_CONTEXT *, const char *)
AMBIT_DEFERRED_4(
    proj, PJ *, proj_create_crs_to_crs, PJ_CONTEXT *, const char *, const char *, PJ_AREA *
)
AMBIT_DEFERRED_6(
    proj, PJ *, proj_create_from_database, PJ_CONTEXT *, const char *, const char *, PJ_CATEGORY,
    int, const char *const *
)
AMBIT_DEFERRED_8(
    proj, PJ_OBJ_LIST *, proj_create_from_name, PJ_CONTEXT *, const char *, const char *,
    const PJ_TYPE *, size_t, int, size_t, const char *const *
)
AMBIT_DEFERRED_5(
    proj, PJ *, proj_create_from_wkt, PJ_CONTEXT *, const char *, const char *const *,
    PROJ_STRING_LIST *, PROJ_STRING_LIST *
)
AMBIT_DEFERRED_2(proj, PJ *, proj_crs_get_coordinate_system, PJ_CONTEXT *, const PJ *)
AMBIT_DEFERRED_3(proj, PJ *, proj_crs_get_sub_crs, PJ_CONTEXT *, const PJ *, int)
AMBIT_DEFERRED_1(proj, void, proj_crs_info_list_destroy, PROJ_CRS_INFO **)
AMBIT_DEFERRED_10(
    proj, int, proj_cs_get_axis_info, PJ_CONTEXT *, const PJ *, int, const char **,
    const char **, const char **, double *, const char **, const char **, const char **
)
AMBIT_DEFERRED_1(proj, PJ *, proj_destroy, PJ *)
AMBIT_DEFERRED_1(proj, int, proj_errno_reset, const PJ *)
AMBIT_DEFERRED_7(
    proj, int, proj_get_area_of_use, PJ_CONTEXT *, const PJ *, double *, double *, double *,
    double *, const char **
)
AMBIT_DEFERRED_4(
    proj, PROJ_CRS_INFO **, proj_get_crs_info_list_from_database, PJ_CONTEXT *, const char *,
    const PROJ_CRS_LIST_PARAMETERS *, int *
)
AMBIT_DEFERRED_0(proj, PROJ_CRS_LIST_PARAMETERS *, proj_get_crs_list_parameters_create)
AMBIT_DEFERRED_1(proj, void, proj_get_crs_list_parameters_destroy, PROJ_CRS_LIST_PARAMETERS *)
AMBIT_DEFERRED_2(proj, const char *, proj_get_id_code, const PJ *, int)
AMBIT_DEFERRED_1(proj, const char *, proj_get_name, const PJ *)
AMBIT_DEFERRED_2(proj, PJ *, proj_get_source_crs, PJ_CONTEXT *, const PJ *)
AMBIT_DEFERRED_1(proj, PJ_TYPE, proj_get_type, const PJ *)
AMBIT_DEFERRED_5(
    proj, PJ_OBJ_LIST *, proj_identify, PJ_CONTEXT *, const PJ *, const char *,
    const char *const *, int **
)
AMBIT_DEFERRED_1(proj, void, proj_int_list_destroy, int *)
AMBIT_DEFERRED_1(proj, void, proj_list_destroy, PJ_OBJ_LIST *)
AMBIT_DEFERRED_3(proj, PJ *, proj_list_get, PJ_CONTEXT *, const PJ_OBJ_LIST *, int)
AMBIT_DEFERRED_1(proj, int, proj_list_get_count, const PJ_OBJ_LIST *)
AMBIT_DEFERRED_2(proj, PJ_LOG_LEVEL, proj_log_level, PJ_CONTEXT *, PJ_LOG_LEVEL)
AMBIT_DEFERRED_2(proj, PJ *, proj_normalize_for_visualization, PJ_CONTEXT *, const PJ *)
AMBIT_DEFERRED_1(proj, void, proj_string_list_destroy, PROJ_STRING_LIST)
AMBIT_DEFERRED_3(proj, PJ_COORD, proj_trans, PJ *, PJ_DIRECTION, PJ_COORD)
AMBIT_DEFERRED_1(proj, PJ *, proj_trans_get_last_used_operation, PJ *)

AMBIT_DEFERRED_8(
    proj, void, geod_direct, const struct geod_geodesic *, double, double, double, double,
    double *, double *, double *
)
AMBIT_DEFERRED_3(proj, void, geod_init, struct geod_geodesic *, double, double)
AMBIT_DEFERRED_8(
    proj, void, geod_inverse, const struct geod_geodesic *, double, double, double, double,
    double *, double *, double *
)
AMBIT_DEFERRED_7(
    proj, void, geod_inverseline, struct geod_geodesicline *, const struct geod_geodesic *,
    double, double, double, double, unsigned int
)
AMBIT_DEFERRED_6(
    proj, void, geod_polygonarea, const struct geod_geodesic *, double *, double *, int,
    double *, double *
)
AMBIT_DEFERRED_5(
    proj, void, geod_position, const struct geod_geodesicline *, double, double *, double *,
    double *
)
