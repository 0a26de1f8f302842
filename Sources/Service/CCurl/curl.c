// libcurl's functions.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#define CURL_DISABLE_TYPECHECK
#include "functions.h"

#include <CDeferred.h>

// PROJ brings the first with it; their functions are the same.
static const char *const names[] = {"libcurl-gnutls.so.4", "libcurl.so.4", 0};
static struct ambit_library curl = {names, "libcurl3-gnutls", 0};

AMBIT_DEFERRED_1(curl, CURLcode, curl_global_init, long)
AMBIT_DEFERRED_0(curl, CURL *, curl_easy_init)
AMBIT_DEFERRED_1(curl, void, curl_easy_cleanup, CURL *)
AMBIT_DEFERRED_1(curl, const char *, curl_easy_strerror, CURLcode)
AMBIT_DEFERRED_2(curl, struct curl_slist *, curl_slist_append, struct curl_slist *, const char *)
AMBIT_DEFERRED_1(curl, void, curl_slist_free_all, struct curl_slist *)
AMBIT_DEFERRED_0(curl, CURLM *, curl_multi_init)
AMBIT_DEFERRED_1(curl, CURLMcode, curl_multi_cleanup, CURLM *)
AMBIT_DEFERRED_2(curl, CURLMcode, curl_multi_add_handle, CURLM *, CURL *)
AMBIT_DEFERRED_2(curl, CURLMcode, curl_multi_remove_handle, CURLM *, CURL *)
AMBIT_DEFERRED_2(curl, CURLMcode, curl_multi_perform, CURLM *, int *)
AMBIT_DEFERRED_5(
    curl, CURLMcode, curl_multi_poll, CURLM *, struct curl_waitfd *, unsigned int, int, int *
)
AMBIT_DEFERRED_1(curl, CURLMcode, curl_multi_wakeup, CURLM *)
AMBIT_DEFERRED_2(curl, CURLMsg *, curl_multi_info_read, CURLM *, int *)

int ambit_transfers_exist(void) { return ambit_library_exists(&curl); }

// Functions of any number of arguments cannot pass theirs on: they are called where they are.

easy_setopt ambit_easy_setopt(void) {
    return (easy_setopt)ambit_deferred(&curl, "curl_easy_setopt");
}

easy_getinfo ambit_easy_getinfo(void) {
    return (easy_getinfo)ambit_deferred(&curl, "curl_easy_getinfo");
}
