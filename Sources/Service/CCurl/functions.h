#ifndef AMBIT_CURL_FUNCTIONS_H
#define AMBIT_CURL_FUNCTIONS_H

#include "CCurl.h"

#include <curl/curl.h>

// Both take any number of arguments.
typedef CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
typedef CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);

easy_setopt ambit_easy_setopt(void);
easy_getinfo ambit_easy_getinfo(void);

#endif
