// The functions of ambit._engine. What they mean, the Python beside them says.
#include "engine.h"

#include <math.h>
#include <stdlib.h>

static const char capsule_name[] = "ambit.tree";

static void free_tree(PyObject *capsule) { ambit_tree_free(PyCapsule_GetPointer(capsule, capsule_name)); }

static ambit_places places_of(const column *latitudes, const column *longitudes, Py_ssize_t count) {
    return (ambit_places){latitudes->values, longitudes->values, count, latitudes->is_one ? 0 : 1};
}

static unsigned one_bit(const column *column, int argument) { return (unsigned)column->is_one << argument; }

static PyObject *make(PyObject *module, PyObject *arguments) {
    static const char *const names[7] = {"a reach is not negative; infinity is for anywhere", "lat", "lon", "", "",
                                         "reach_m", "ids"};
    PyObject *lat, *lon, *ids, *reach;
    if (!PyArg_ParseTuple(arguments, "OOOO", &lat, &lon, &ids, &reach)) return NULL;
    column columns[4] = {{0}};
    PyObject *made = NULL;
    if (column_doubles(&columns[0], lat, "lat") || column_doubles(&columns[1], lon, "lon")) goto end;
    Py_ssize_t count = columns_paired(&columns[0], &columns[1]);
    if (count < 0) goto end;
    if (ids != Py_None) {
        if (column_integers(&columns[2], ids, "ids")) goto end;
        if (columns_paired(&columns[0], &columns[2]) < 0) goto end;
    }
    if (reach != Py_None) {
        if (column_doubles(&columns[3], reach, "reach_m")) goto end;
        if (columns_paired(&columns[0], &columns[3]) < 0) goto end;
    }
    ambit_places places = {columns[0].values, columns[1].values, count, 1};
    const int64_t *given_ids = ids == Py_None ? NULL : columns[2].values;
    const double *reaches = reach == Py_None ? NULL : columns[3].values;
    ambit_tree *tree = NULL;
    ambit_failure failure;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = ambit_tree_make(places, given_ids, reaches, &tree, &failure);
    Py_END_ALLOW_THREADS
    if (code != AMBIT_OK) {
        unsigned is_one = one_bit(&columns[0], AMBIT_LATITUDE) | one_bit(&columns[1], AMBIT_LONGITUDE) |
                          one_bit(&columns[3], AMBIT_LENGTH);
        made = raise_failure(&failure, names, is_one);
        goto end;
    }
    made = PyCapsule_New(tree, capsule_name, free_tree);
    if (!made) ambit_tree_free(tree);
end:
    for (int index = 0; index < 4; index++) column_release(&columns[index]);
    return made;
}

static PyObject *columns(PyObject *module, PyObject *capsule) {
    ambit_tree *tree = PyCapsule_GetPointer(capsule, capsule_name);
    if (!tree) return NULL;
    ambit_columns points = ambit_tree_columns(tree);
    PyObject *ids = points.ids ? numbers_borrowed(points.ids, points.count, "q", capsule) : Py_NewRef(Py_None);
    PyObject *reaches =
        points.reaches ? numbers_borrowed(points.reaches, points.count, "d", capsule) : Py_NewRef(Py_None);
    PyObject *latitudes = numbers_borrowed(points.latitudes, points.count, "d", capsule);
    PyObject *longitudes = numbers_borrowed(points.longitudes, points.count, "d", capsule);
    if (ids && reaches && latitudes && longitudes) {
        return Py_BuildValue("(NNNN)", ids, latitudes, longitudes, reaches);
    }
    Py_XDECREF(ids);
    Py_XDECREF(reaches);
    Py_XDECREF(latitudes);
    Py_XDECREF(longitudes);
    return NULL;
}

/// The three columns of an answer as Python has them.
static PyObject *matches_found(ambit_matches matches, Py_ssize_t centers) {
    Py_ssize_t total = matches.offsets[centers];
    PyObject *offsets = numbers_owned(matches.offsets, centers + 1, "q");
    PyObject *ids = numbers_owned(matches.ids, total, "q");
    PyObject *meters = numbers_owned(matches.meters, total, "d");
    if (offsets && ids && meters) return Py_BuildValue("(NNN)", offsets, ids, meters);
    Py_XDECREF(offsets);
    Py_XDECREF(ids);
    Py_XDECREF(meters);
    return NULL;
}

/// What `within` (k is 0) and `nearest` do.
static PyObject *search(PyObject *arguments, int is_nearest) {
    const char *length_name = is_nearest ? "max_distance_m" : "radius_m";
    const char *const names[7] = {is_nearest ? "a greatest distance is not negative; None is for the whole Earth"
                                             : "a radius is finite and not negative",
                                  "lat", "lon", "", "", length_name, ""};
    PyObject *capsule, *lat, *lon, *length;
    long long k = 0;
    int with_ties = 0, threads, has_length;
    if (is_nearest
            ? !PyArg_ParseTuple(arguments, "OOOOLpi", &capsule, &lat, &lon, &length, &k, &with_ties, &threads)
            : !PyArg_ParseTuple(arguments, "OOOOi", &capsule, &lat, &lon, &length, &threads))
        return NULL;
    ambit_tree *tree = PyCapsule_GetPointer(capsule, capsule_name);
    if (!tree) return NULL;
    has_length = length != Py_None;
    column columns[3] = {{0}};
    PyObject *found = NULL;
    if (column_doubles(&columns[0], lat, "lat") || column_doubles(&columns[1], lon, "lon")) goto end;
    Py_ssize_t count = columns_paired(&columns[0], &columns[1]);
    if (count < 0) goto end;
    if (has_length) {
        if (column_doubles(&columns[2], length, length_name)) goto end;
        if (!columns[2].is_one && columns_paired(&columns[0], &columns[2]) < 0) goto end;
    }
    double unlimited = INFINITY;
    ambit_lengths lengths = {has_length ? columns[2].values : &unlimited, has_length && !columns[2].is_one};
    ambit_places centers = places_of(&columns[0], &columns[1], count);
    if (threads == 0) threads = count < 256 ? 1 : ambit_usable_processors();
    ambit_matches matches;
    ambit_failure failure;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = is_nearest ? ambit_tree_nearest(tree, centers, k, with_ties, lengths, threads, &matches, &failure)
                      : ambit_tree_within(tree, centers, lengths, threads, &matches, &failure);
    Py_END_ALLOW_THREADS
    if (code == AMBIT_OK) {
        found = matches_found(matches, count);
    } else {
        unsigned is_one = one_bit(&columns[0], AMBIT_LATITUDE) | one_bit(&columns[1], AMBIT_LONGITUDE) |
                          one_bit(&columns[2], AMBIT_LENGTH);
        raise_failure(&failure, names, is_one);
    }
end:
    for (int index = 0; index < 3; index++) column_release(&columns[index]);
    return found;
}

static PyObject *within(PyObject *module, PyObject *arguments) { return search(arguments, 0); }

static PyObject *nearest(PyObject *module, PyObject *arguments) { return search(arguments, 1); }

static PyObject *distances(PyObject *module, PyObject *arguments) {
    static const char *const names[7] = {"", "lat1", "lon1", "lat2", "lon2", "", ""};
    PyObject *given[4];
    int threads;
    if (!PyArg_ParseTuple(arguments, "OOOOi", &given[0], &given[1], &given[2], &given[3], &threads)) return NULL;
    column columns[4] = {{0}};
    PyObject *answer = NULL;
    double *meters = NULL;
    unsigned is_one = 0;
    for (int index = 0; index < 4; index++) {
        if (column_doubles(&columns[index], given[index], names[index + 1])) goto end;
        is_one |= one_bit(&columns[index], index + 1);
    }
    Py_ssize_t starts = columns_paired(&columns[0], &columns[1]);
    Py_ssize_t ends = starts < 0 ? -1 : columns_paired(&columns[2], &columns[3]);
    if (ends < 0) goto end;
    int is_start_one = columns[0].is_one, is_end_one = columns[2].is_one;
    if (!is_start_one && !is_end_one && columns_paired(&columns[0], &columns[2]) < 0) goto end;
    Py_ssize_t count = is_start_one ? ends : starts;
    meters = malloc(count > 0 ? (size_t)count * sizeof *meters : 1);
    if (!meters) {
        PyErr_NoMemory();
        goto end;
    }
    if (threads == 0) threads = count < 1024 ? 1 : ambit_usable_processors();
    ambit_failure failure;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = ambit_distances(places_of(&columns[0], &columns[1], count), places_of(&columns[2], &columns[3], count),
                           threads, meters, &failure);
    Py_END_ALLOW_THREADS
    if (code != AMBIT_OK) {
        raise_failure(&failure, names, is_one);
    } else if (is_start_one && is_end_one) {
        answer = PyFloat_FromDouble(meters[0]);
    } else {
        answer = numbers_owned(meters, count, "d");
        meters = NULL;
    }
end:
    free(meters);
    for (int index = 0; index < 4; index++) column_release(&columns[index]);
    return answer;
}

/// For each pair of an answer the number, or the label, of its place.
static PyObject *expand(PyObject *module, PyObject *arguments) {
    PyObject *given_offsets, *given_labels, *answer = NULL;
    if (!PyArg_ParseTuple(arguments, "OO", &given_offsets, &given_labels)) return NULL;
    column columns[2] = {{0}};
    if (column_integers(&columns[0], given_offsets, "offsets")) goto end;
    if (given_labels != Py_None && column_integers(&columns[1], given_labels, "labels")) goto end;
    const int64_t *offsets = columns[0].values, *labels = columns[1].values;
    Py_ssize_t places = columns[0].count - 1;
    if (places < 0 || offsets[0] != 0 || (labels && columns[1].count != places)) {
        PyErr_SetString(PyExc_ValueError, "offsets do not belong to the labels");
        goto end;
    }
    int64_t total = offsets[places];
    int64_t *numbers = total < 0 ? NULL : malloc(total > 0 ? (size_t)total * sizeof *numbers : 1);
    if (!numbers) {
        PyErr_NoMemory();
        goto end;
    }
    int64_t next = 0;
    for (Py_ssize_t place = 0; place < places; place++) {
        // Whatever the offsets say, nothing is written past the end.
        int64_t end = offsets[place + 1] < total ? offsets[place + 1] : total;
        while (next < end) numbers[next++] = labels ? labels[place] : place;
    }
    answer = numbers_owned(numbers, next, "q");
end:
    for (int index = 0; index < 2; index++) column_release(&columns[index]);
    return answer;
}

static PyMethodDef methods[] = {
    {"make", make, METH_VARARGS, "A tree of points."},
    {"columns", columns, METH_O, "The ids, latitudes, longitudes and reaches of a tree."},
    {"within", within, METH_VARARGS, "The points within a radius of each place."},
    {"nearest", nearest, METH_VARARGS, "The nearest points of each place."},
    {"distances", distances, METH_VARARGS, "Distances from places to places."},
    {"expand", expand, METH_VARARGS, "The place of each pair."},
    {NULL, NULL, 0, NULL},
};

static int execute(PyObject *module) { return numbers_setup(module); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ambit._engine",
    .m_doc = "Ambit's engine: columns in, columns out.",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__engine(void) { return PyModuleDef_Init(&definition); }
