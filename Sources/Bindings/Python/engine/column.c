// Arguments: one number or a column, used where it is if it can be.
#include "engine.h"

#include <string.h>

/// Whether a buffer's elements are of one of the kinds, in this machine's own order and size.
static int is_of(const Py_buffer *view, const char *kinds) {
    const char *format = view->format ? view->format : "B";
    if (*format == '@' || *format == '=') format++;
    return view->itemsize == 8 && strlen(format) == 1 && strchr(kinds, *format) != NULL;
}

/// Borrows a column that is as it is needed.
///
/// - Returns: 1 when borrowed, 0 when it must be converted.
static int borrow(column *column, PyObject *value, const char *kinds) {
    if (!PyObject_CheckBuffer(value)) return 0;
    if (PyObject_GetBuffer(value, &column->buffer, PyBUF_FORMAT | PyBUF_STRIDES) != 0) {
        // Numpy cannot lend all of its own kinds, dates for one: the conversion says what it makes of them.
        PyErr_Clear();
        return 0;
    }
    Py_buffer *view = &column->buffer;
    if (view->ndim == 1 && is_of(view, kinds) && (view->shape[0] < 2 || view->strides[0] == 8)) {
        column->has_buffer = 1;
        column->values = view->buf;
        column->count = view->shape[0];
        return 1;
    }
    PyBuffer_Release(view);
    return 0;
}

/// Has the module's own Python make a column of anything else.
static int convert(column *column, PyObject *value, const char *function, const char *kinds) {
    PyObject *module = PyImport_ImportModule("ambit._columns");
    if (!module) return -1;
    PyObject *made = PyObject_CallMethod(module, function, "Os", value, column->name);
    Py_DECREF(module);
    if (!made) return -1;
    if (PyFloat_Check(made)) {
        column->is_one = 1;
        column->one = PyFloat_AsDouble(made);
        column->values = &column->one;
        column->count = 1;
        Py_DECREF(made);
        return 0;
    }
    int is_borrowed = borrow(column, made, kinds);
    Py_DECREF(made);
    if (!is_borrowed) PyErr_Format(PyExc_TypeError, "%s is no column of numbers", column->name);
    return is_borrowed ? 0 : -1;
}

int column_doubles(column *column, PyObject *value, const char *name) {
    memset(column, 0, sizeof *column);
    column->name = name;
    if (PyFloat_Check(value)) {
        column->is_one = 1;
        column->one = PyFloat_AsDouble(value);
        column->values = &column->one;
        column->count = 1;
        return 0;
    }
    return borrow(column, value, "d") ? 0 : convert(column, value, "doubles", "d");
}

int column_integers(column *column, PyObject *value, const char *name) {
    memset(column, 0, sizeof *column);
    column->name = name;
    return borrow(column, value, "ql") ? 0 : convert(column, value, "integers", "ql");
}

void column_release(column *column) {
    if (column->has_buffer) PyBuffer_Release(&column->buffer);
    column->has_buffer = 0;
}

Py_ssize_t columns_paired(const column *a, const column *b) {
    if (a->is_one && b->is_one) return 1;
    if (!a->is_one && !b->is_one && a->count == b->count) return a->count;
    if (a->is_one || b->is_one) {
        const column *one = a->is_one ? a : b, *many = a->is_one ? b : a;
        PyErr_Format(PyExc_ValueError, "%s is one number and %s has %zd values; they go in pairs", one->name,
                     many->name, many->count);
    } else {
        PyErr_Format(PyExc_ValueError, "%s has %zd values and %s has %zd; they go in pairs", a->name, a->count,
                     b->name, b->count);
    }
    return -1;
}

/// The words for what may stand in an argument.
static const char *allowed(int argument) {
    switch (argument) {
    case AMBIT_LATITUDE:
    case AMBIT_OTHER_LATITUDE: return "a latitude lies between -90 and 90";
    case AMBIT_LONGITUDE:
    case AMBIT_OTHER_LONGITUDE: return "a longitude lies between -180 and 180";
    default: return NULL;
    }
}

PyObject *raise_failure(const ambit_failure *failure, const char *const names[7], unsigned is_one) {
    if (failure->code == AMBIT_NO_MEMORY) return PyErr_NoMemory();
    if (failure->code == AMBIT_FULL) {
        PyErr_SetString(PyExc_ValueError, "more points than one tree holds; spread them over several trees");
        return NULL;
    }
    const char *name = names[failure->argument];
    if (failure->code == AMBIT_DUPLICATE_ID) {
        PyErr_Format(PyExc_ValueError, "%s[%lld] is %lld, as %s[%lld] is; an id names one point", name,
                     (long long)failure->index, (long long)failure->id, name, (long long)failure->other_index);
        return NULL;
    }
    PyObject *value = PyFloat_FromDouble(failure->value);
    if (!value) return NULL;
    const char *range = allowed(failure->argument);
    if (!range) range = names[0];
    if (is_one >> failure->argument & 1) {
        PyErr_Format(PyExc_ValueError, "%s is %R; %s", name, value, range);
    } else {
        PyErr_Format(PyExc_ValueError, "%s[%lld] is %R; %s", name, (long long)failure->index, value, range);
    }
    Py_DECREF(value);
    return NULL;
}
