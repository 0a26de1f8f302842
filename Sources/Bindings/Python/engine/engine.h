/// What the parts of the extension module share.
#ifndef AMBIT_PYTHON_ENGINE_H
#define AMBIT_PYTHON_ENGINE_H

// CPython's stable interface as of 3.11, the first with the buffer protocol in it.
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "ambit.h"

/// Numbers of an argument: one number, or a column that its owner lends.
typedef struct {
    /// How the argument is called where it is wrong.
    const char *name;
    const void *values;
    Py_ssize_t count;
    /// Whether it is one number, which stands for as many as there are others.
    int is_one;
    double one;
    Py_buffer buffer;
    int has_buffer;
} column;

/// Reads an argument of floating-point numbers: one, or anything with the buffer protocol, an array or
/// a sequence. Columns of 64-bit floats without gaps are used where they are.
///
/// - Returns: 0, or -1 with an exception that names the argument.
int column_doubles(column *column, PyObject *value, const char *name);

/// Reads an argument of whole numbers of 64 bits, in the same way; one number is refused.
int column_integers(column *column, PyObject *value, const char *name);

/// Gives back what a column borrowed. Harmless for a zeroed one.
void column_release(column *column);

/// Checks that two columns have as many values, unless one is a single number.
///
/// - Returns: How many they have; -1 with an exception.
Py_ssize_t columns_paired(const column *a, const column *b);

/// Raises what a refused call tells.
///
/// - `names`: how the caller's arguments are called, by `ambit_argument`; those that are one number are in
///   `is_one`, by a bit each.
/// - Returns: NULL.
PyObject *raise_failure(const ambit_failure *failure, const char *const names[7], unsigned is_one);

/// A memoryview over numbers in memory of `malloc`, which is freed with it.
///
/// - `format`: "d" or "q".
/// - Returns: NULL with an exception; the memory is freed then.
PyObject *numbers_owned(void *memory, Py_ssize_t count, const char *format);

/// A read-only memoryview over numbers that live as long as an owner.
PyObject *numbers_borrowed(const void *memory, Py_ssize_t count, const char *format, PyObject *owner);

/// Readies the type behind those memoryviews.
int numbers_setup(PyObject *module);

#endif
