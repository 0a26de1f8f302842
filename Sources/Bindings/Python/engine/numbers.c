// Memory of the engine as Python sees it: the buffer protocol over a column of numbers.
#include "engine.h"

#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    void *memory;
    /// What keeps borrowed memory alive; NULL where the memory is this object's own.
    PyObject *owner;
    const char *format;
    Py_ssize_t count;
    Py_ssize_t stride;
} numbers;

static PyTypeObject *numbers_type;

static void numbers_dealloc(PyObject *object) {
    numbers *self = (numbers *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->owner) Py_DECREF(self->owner);
    else free(self->memory);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static int numbers_getbuffer(PyObject *object, Py_buffer *view, int flags) {
    numbers *self = (numbers *)object;
    int is_readonly = self->owner != NULL;
    if (is_readonly && (flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
        view->obj = NULL;
        PyErr_SetString(PyExc_BufferError, "the columns of a tree are read-only");
        return -1;
    }
    view->buf = self->memory;
    view->obj = Py_NewRef(object);
    view->len = self->count * self->stride;
    view->itemsize = self->stride;
    view->readonly = is_readonly;
    view->ndim = 1;
    view->format = flags & PyBUF_FORMAT ? (char *)self->format : NULL;
    view->shape = flags & PyBUF_ND ? &self->count : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &self->stride : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

static PyType_Slot numbers_slots[] = {
    {Py_tp_dealloc, numbers_dealloc},
    {Py_bf_getbuffer, numbers_getbuffer},
    {0, NULL},
};

static PyType_Spec numbers_spec = {
    .name = "ambit._engine.Numbers",
    .basicsize = sizeof(numbers),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = numbers_slots,
};

int numbers_setup(PyObject *module) {
    if (!numbers_type) numbers_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &numbers_spec, NULL);
    return numbers_type ? 0 : -1;
}

static PyObject *numbers_view(void *memory, Py_ssize_t count, const char *format, PyObject *owner) {
    numbers *self = PyObject_New(numbers, numbers_type);
    if (!self) {
        if (!owner) free(memory);
        return NULL;
    }
    self->memory = memory;
    self->owner = owner ? Py_NewRef(owner) : NULL;
    self->format = format;
    self->count = count;
    self->stride = 8;
    PyObject *view = PyMemoryView_FromObject((PyObject *)self);
    Py_DECREF(self);
    return view;
}

PyObject *numbers_owned(void *memory, Py_ssize_t count, const char *format) {
    return numbers_view(memory, count, format, NULL);
}

PyObject *numbers_borrowed(const void *memory, Py_ssize_t count, const char *format, PyObject *owner) {
    return numbers_view((void *)memory, count, format, owner);
}
