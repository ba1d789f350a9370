#ifndef CCurl_SHIM_H
#define CCurl_SHIM_H

#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call. */

static inline CURLcode rund_curl_set_long(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode rund_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode rund_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode rund_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

typedef size_t (*rund_curl_transfer)(char *bytes, size_t size, size_t count, void *user);

static inline CURLcode rund_curl_set_transfer(CURL *curl, CURLoption option, rund_curl_transfer value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode rund_curl_get_long(CURL *curl, CURLINFO info, long *value) {
    return curl_easy_getinfo(curl, info, value);
}

#endif
