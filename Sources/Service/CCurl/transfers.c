#define CURL_DISABLE_TYPECHECK
#include "functions.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// How long the head of an answer may be.
static const size_t head_limit = 16384;

/// One request.
struct transfer {
    CURL *easy;
    struct curl_slist *fields;
    struct transfer *next, *previous;
    ambit_admits admits;
    void *context;
    size_t answer_limit, head_length, length;
    long retry_after;
    int was_refused, was_admitted;
    unsigned char body[];
};

struct ambit_transfers {
    CURLM *multi;
    ambit_finished finished;
    struct transfer *first;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void prepare(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

// The connection is made to this address and no other, whatever the name's next answer would be.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    struct transfer *transfer = context;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        !transfer->admits(&address->addr, address->addrlen, transfer->context)) {
        transfer->was_refused = 1;
        return CURL_SOCKET_BAD;
    }
    transfer->was_admitted = 1;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t read_body(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t length = size * count;
    if (length > transfer->answer_limit - transfer->length) return 0;
    memcpy(transfer->body + transfer->length, bytes, length);
    transfer->length += length;
    return length;
}

static size_t read_head(char *bytes, size_t size, size_t count, void *context) {
    static const char name[] = "retry-after:";
    struct transfer *transfer = context;
    size_t length = size * count;
    transfer->head_length += length;
    if (transfer->head_length > head_limit) return 0;
    if (length > sizeof name && length < 64 && strncasecmp(bytes, name, sizeof name - 1) == 0) {
        char text[64] = {0};
        memcpy(text, bytes + sizeof name - 1, length - sizeof name + 1);
        char *end = text;
        long seconds = strtol(text, &end, 10);
        if (end != text && seconds >= 0) transfer->retry_after = seconds;
    }
    return length;
}

int ambit_transfers_begin(struct ambit_transfers *transfers, const struct ambit_post *post) {
    easy_setopt set = ambit_easy_setopt();
    struct transfer *transfer = calloc(1, sizeof *transfer + post->answer_limit);
    if (!transfer) return 0;
    *transfer = (struct transfer){
        .easy = curl_easy_init(),
        .admits = post->admits,
        .context = post->context,
        .answer_limit = post->answer_limit,
        .retry_after = -1,
    };
    int is_sound = transfer->easy != 0;
    for (const char *const *field = post->fields; is_sound && *field; field++) {
        struct curl_slist *longer = curl_slist_append(transfer->fields, *field);
        if (longer) transfer->fields = longer;
        else is_sound = 0;
    }
    CURL *easy = transfer->easy;
    is_sound = is_sound && set(easy, CURLOPT_URL, post->url) == CURLE_OK &&
        set(easy, CURLOPT_PROTOCOLS_STR, "https") == CURLE_OK &&
        set(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
        // Not even one that the environment names: it would connect wherever it likes.
        set(easy, CURLOPT_PROXY, "") == CURLE_OK &&
        set(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
        set(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
        set(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
        set(easy, CURLOPT_OPENSOCKETDATA, transfer) == CURLE_OK &&
        set(easy, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
        set(easy, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
        set(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK &&
        set(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) == CURLE_OK &&
        set(easy, CURLOPT_TIMEOUT_MS, post->timeout_milliseconds) == CURLE_OK &&
        set(easy, CURLOPT_CONNECTTIMEOUT_MS, post->timeout_milliseconds / 2) == CURLE_OK &&
        set(easy, CURLOPT_HTTPHEADER, transfer->fields) == CURLE_OK &&
        (post->length == 0 ? set(easy, CURLOPT_HTTPGET, 1L) == CURLE_OK :
            set(easy, CURLOPT_POST, 1L) == CURLE_OK &&
            set(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)post->length) == CURLE_OK &&
            set(easy, CURLOPT_COPYPOSTFIELDS, post->body) == CURLE_OK) &&
        set(easy, CURLOPT_WRITEFUNCTION, read_body) == CURLE_OK &&
        set(easy, CURLOPT_WRITEDATA, transfer) == CURLE_OK &&
        set(easy, CURLOPT_HEADERFUNCTION, read_head) == CURLE_OK &&
        set(easy, CURLOPT_HEADERDATA, transfer) == CURLE_OK &&
        set(easy, CURLOPT_PRIVATE, transfer) == CURLE_OK &&
        (!post->authorities || set(easy, CURLOPT_CAINFO, post->authorities) == CURLE_OK) &&
        curl_multi_add_handle(transfers->multi, easy) == CURLM_OK;
    if (!is_sound) {
        curl_slist_free_all(transfer->fields);
        if (easy) curl_easy_cleanup(easy);
        free(transfer);
        return 0;
    }
    transfer->next = transfers->first;
    if (transfers->first) transfers->first->previous = transfer;
    transfers->first = transfer;
    return 1;
}

static void finish(
    struct ambit_transfers *transfers, struct transfer *transfer, const char *failure
) {
    struct ambit_outcome outcome = {
        .failure = failure,
        .was_refused = failure && transfer->was_refused && !transfer->was_admitted,
        .body = transfer->body,
        .length = transfer->length,
        .retry_after = transfer->retry_after,
    };
    if (!failure) ambit_easy_getinfo()(transfer->easy, CURLINFO_RESPONSE_CODE, &outcome.status);
    curl_multi_remove_handle(transfers->multi, transfer->easy);
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->fields);
    if (transfer->previous) transfer->previous->next = transfer->next;
    else transfers->first = transfer->next;
    if (transfer->next) transfer->next->previous = transfer->previous;
    transfers->finished(&outcome, transfer->context);
    free(transfer);
}

struct ambit_transfers *ambit_transfers_new(ambit_finished finished) {
    pthread_once(&once, prepare);
    struct ambit_transfers *transfers = calloc(1, sizeof *transfers);
    if (!transfers) return 0;
    transfers->finished = finished;
    transfers->multi = curl_multi_init();
    if (transfers->multi) return transfers;
    free(transfers);
    return 0;
}

void ambit_transfers_free(struct ambit_transfers *transfers) {
    while (transfers->first) finish(transfers, transfers->first, "it was ended");
    curl_multi_cleanup(transfers->multi);
    free(transfers);
}

void ambit_transfers_step(struct ambit_transfers *transfers, int wait_milliseconds) {
    int running = 0, waiting = 0;
    curl_multi_perform(transfers->multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(transfers->multi, &waiting));) {
        if (message->msg != CURLMSG_DONE) continue;
        CURLcode result = message->data.result;
        struct transfer *transfer = 0;
        ambit_easy_getinfo()(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        finish(transfers, transfer, result == CURLE_OK ? 0 : curl_easy_strerror(result));
    }
    curl_multi_poll(transfers->multi, 0, 0, wait_milliseconds, 0);
}

void ambit_transfers_wake(struct ambit_transfers *transfers) {
    curl_multi_wakeup(transfers->multi);
}
