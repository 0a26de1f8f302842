// OpenSSL's libcrypto: hashes and codes.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#include "COpenSSL.h"

#include <CDeferred.h>

static const char *const names[] = {"libcrypto.so.3", "libcrypto.so", 0};
static struct ambit_library crypto = {names, "libssl3", 0};

AMBIT_DEFERRED_3(crypto, EVP_MD *, EVP_MD_fetch, OSSL_LIB_CTX *, const char *, const char *)
AMBIT_DEFERRED_0(crypto, EVP_MD_CTX *, EVP_MD_CTX_new)
AMBIT_DEFERRED_1(crypto, void, EVP_MD_CTX_free, EVP_MD_CTX *)
AMBIT_DEFERRED_3(crypto, int, EVP_DigestInit_ex2, EVP_MD_CTX *, const EVP_MD *, const OSSL_PARAM *)
AMBIT_DEFERRED_3(crypto, int, EVP_DigestUpdate, EVP_MD_CTX *, const void *, size_t)
AMBIT_DEFERRED_3(crypto, int, EVP_DigestFinal_ex, EVP_MD_CTX *, unsigned char *, unsigned int *)
AMBIT_DEFERRED_7(
    crypto, unsigned char *, HMAC, const EVP_MD *, const void *, int, const unsigned char *, size_t,
    unsigned char *, unsigned int *
)
AMBIT_DEFERRED_3(
    crypto, EVP_CIPHER *, EVP_CIPHER_fetch, OSSL_LIB_CTX *, const char *, const char *
)
AMBIT_DEFERRED_0(crypto, EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new)
AMBIT_DEFERRED_1(crypto, void, EVP_CIPHER_CTX_free, EVP_CIPHER_CTX *)
AMBIT_DEFERRED_4(crypto, int, EVP_CIPHER_CTX_ctrl, EVP_CIPHER_CTX *, int, int, void *)
AMBIT_DEFERRED_6(
    crypto, int, EVP_CipherInit_ex2, EVP_CIPHER_CTX *, const EVP_CIPHER *, const unsigned char *,
    const unsigned char *, int, const OSSL_PARAM *
)
AMBIT_DEFERRED_5(
    crypto, int, EVP_CipherUpdate, EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int
)
AMBIT_DEFERRED_3(crypto, int, EVP_CipherFinal_ex, EVP_CIPHER_CTX *, unsigned char *, int *)
AMBIT_DEFERRED(
    crypto, int, EVP_PBE_scrypt,
    (const char *pass, size_t passlen, const unsigned char *salt, size_t saltlen, uint64_t N, uint64_t r,
     uint64_t p, uint64_t maxmem, unsigned char *key, size_t keylen),
    (pass, passlen, salt, saltlen, N, r, p, maxmem, key, keylen)
)
