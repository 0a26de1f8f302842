// OpenSSL's libcrypto: what Web Push needs of it.
//
// A function that is neither here nor in COpenSSL does not link: add it.

#include "CWebPush.h"

#include <CDeferred.h>
#include <COpenSSL.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <string.h>

static const char *const names[] = {"libcrypto.so.3", "libcrypto.so", 0};
static struct ambit_library crypto = {names, "libssl3", 0};

AMBIT_DEFERRED_3(
    crypto, EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name, OSSL_LIB_CTX *, const char *, const char *
)
AMBIT_DEFERRED_3(
    crypto, EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_pkey, OSSL_LIB_CTX *, EVP_PKEY *, const char *
)
AMBIT_DEFERRED_1(crypto, void, EVP_PKEY_CTX_free, EVP_PKEY_CTX *)
AMBIT_DEFERRED_1(crypto, int, EVP_PKEY_keygen_init, EVP_PKEY_CTX *)
AMBIT_DEFERRED_2(crypto, int, EVP_PKEY_CTX_set_params, EVP_PKEY_CTX *, const OSSL_PARAM *)
AMBIT_DEFERRED_2(crypto, int, EVP_PKEY_generate, EVP_PKEY_CTX *, EVP_PKEY **)
AMBIT_DEFERRED_1(crypto, int, EVP_PKEY_fromdata_init, EVP_PKEY_CTX *)
AMBIT_DEFERRED_4(crypto, int, EVP_PKEY_fromdata, EVP_PKEY_CTX *, EVP_PKEY **, int, OSSL_PARAM *)
AMBIT_DEFERRED_1(crypto, void, EVP_PKEY_free, EVP_PKEY *)
AMBIT_DEFERRED_5(
    crypto, int, EVP_PKEY_get_octet_string_param, const EVP_PKEY *, const char *, unsigned char *,
    size_t, size_t *
)
AMBIT_DEFERRED_3(crypto, int, EVP_PKEY_get_bn_param, const EVP_PKEY *, const char *, BIGNUM **)
AMBIT_DEFERRED_1(crypto, int, EVP_PKEY_derive_init, EVP_PKEY_CTX *)
AMBIT_DEFERRED_2(crypto, int, EVP_PKEY_derive_set_peer, EVP_PKEY_CTX *, EVP_PKEY *)
AMBIT_DEFERRED_3(crypto, int, EVP_PKEY_derive, EVP_PKEY_CTX *, unsigned char *, size_t *)
AMBIT_DEFERRED_7(
    crypto, int, EVP_DigestSignInit_ex, EVP_MD_CTX *, EVP_PKEY_CTX **, const char *, OSSL_LIB_CTX *,
    const char *, EVP_PKEY *, const OSSL_PARAM *
)
AMBIT_DEFERRED_5(
    crypto, int, EVP_DigestSign, EVP_MD_CTX *, unsigned char *, size_t *, const unsigned char *, size_t
)
AMBIT_DEFERRED_7(
    crypto, int, EVP_DigestVerifyInit_ex, EVP_MD_CTX *, EVP_PKEY_CTX **, const char *, OSSL_LIB_CTX *,
    const char *, EVP_PKEY *, const OSSL_PARAM *
)
AMBIT_DEFERRED_5(
    crypto, int, EVP_DigestVerify, EVP_MD_CTX *, const unsigned char *, size_t, const unsigned char *,
    size_t
)
AMBIT_DEFERRED_3(crypto, ECDSA_SIG *, d2i_ECDSA_SIG, ECDSA_SIG **, const unsigned char **, long)
AMBIT_DEFERRED_2(crypto, int, i2d_ECDSA_SIG, const ECDSA_SIG *, unsigned char **)
AMBIT_DEFERRED_0(crypto, ECDSA_SIG *, ECDSA_SIG_new)
AMBIT_DEFERRED_1(crypto, void, ECDSA_SIG_free, ECDSA_SIG *)
AMBIT_DEFERRED_1(crypto, const BIGNUM *, ECDSA_SIG_get0_r, const ECDSA_SIG *)
AMBIT_DEFERRED_1(crypto, const BIGNUM *, ECDSA_SIG_get0_s, const ECDSA_SIG *)
AMBIT_DEFERRED_3(crypto, int, ECDSA_SIG_set0, ECDSA_SIG *, BIGNUM *, BIGNUM *)
AMBIT_DEFERRED_3(crypto, BIGNUM *, BN_bin2bn, const unsigned char *, int, BIGNUM *)
AMBIT_DEFERRED_3(crypto, int, BN_bn2binpad, const BIGNUM *, unsigned char *, int)
AMBIT_DEFERRED_1(crypto, void, BN_free, BIGNUM *)

static OSSL_PARAM parameter(const char *key, unsigned type, const void *data, size_t size) {
    OSSL_PARAM parameter = {key, type, (void *)data, size, OSSL_PARAM_UNMODIFIED};
    return parameter;
}

static OSSL_PARAM group(void) {
    return parameter(OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING, "P-256", 5);
}

static const OSSL_PARAM end = {0, 0, 0, 0, 0};

/// A key of OpenSSL's; null where the point is none of the curve. The private one may be missing.
static EVP_PKEY *key(const uint8_t private_key[32], const uint8_t public_key[65]) {
    // OpenSSL takes numbers as the machine has them.
    uint8_t number[32];
    OSSL_PARAM parameters[4];
    int count = 0;
    parameters[count++] = group();
    parameters[count++] =
        parameter(OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING, public_key, 65);
    if (private_key) {
        const uint16_t order = 1;
        int is_little = *(const uint8_t *)&order == 1;
        for (int i = 0; i < 32; i++) number[i] = private_key[is_little ? 31 - i : i];
        parameters[count++] =
            parameter(OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_UNSIGNED_INTEGER, number, 32);
    }
    parameters[count] = end;
    EVP_PKEY *made = 0;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(0, "EC", 0);
    if (!context) return 0;
    if (EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(
               context, &made, private_key ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters
           ) != 1) {
        made = 0;
    }
    EVP_PKEY_CTX_free(context);
    memset(number, 0, sizeof number);
    return made;
}

int ambit_p256_make(uint8_t private_key[32], uint8_t public_key[65]) {
    OSSL_PARAM parameters[] = {group(), end};
    EVP_PKEY *made = 0;
    BIGNUM *number = 0;
    size_t length = 0;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(0, "EC", 0);
    int done = context && EVP_PKEY_keygen_init(context) == 1
        && EVP_PKEY_CTX_set_params(context, parameters) == 1
        && EVP_PKEY_generate(context, &made) == 1
        && EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1
        && BN_bn2binpad(number, private_key, 32) == 32
        && EVP_PKEY_get_octet_string_param(made, OSSL_PKEY_PARAM_PUB_KEY, public_key, 65, &length)
            == 1
        && length == 65;
    BN_free(number);
    EVP_PKEY_free(made);
    EVP_PKEY_CTX_free(context);
    return done;
}

int ambit_p256_agree(
    const uint8_t private_key[32], const uint8_t public_key[65], const uint8_t other[65],
    uint8_t secret[32]
) {
    EVP_PKEY *own = key(private_key, public_key);
    EVP_PKEY *peer = key(0, other);
    EVP_PKEY_CTX *context = own && peer ? EVP_PKEY_CTX_new_from_pkey(0, own, 0) : 0;
    size_t length = 32;
    int done = context && EVP_PKEY_derive_init(context) == 1
        && EVP_PKEY_derive_set_peer(context, peer) == 1
        && EVP_PKEY_derive(context, secret, &length) == 1 && length == 32;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(own);
    return done;
}

int ambit_p256_sign(
    const uint8_t private_key[32], const uint8_t public_key[65], const uint8_t *message,
    size_t length, uint8_t signature[64]
) {
    uint8_t encoded[80];
    size_t size = sizeof encoded;
    const unsigned char *place = encoded;
    ECDSA_SIG *numbers = 0;
    EVP_PKEY *own = key(private_key, public_key);
    EVP_MD_CTX *digest = own ? EVP_MD_CTX_new() : 0;
    int done = digest && EVP_DigestSignInit_ex(digest, 0, "SHA2-256", 0, 0, own, 0) == 1
        && EVP_DigestSign(digest, encoded, &size, message, length) == 1
        && (numbers = d2i_ECDSA_SIG(0, &place, (long)size))
        && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(own);
    return done;
}

int ambit_p256_verify(
    const uint8_t public_key[65], const uint8_t *message, size_t length,
    const uint8_t signature[64]
) {
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    BIGNUM *first = BN_bin2bn(signature, 32, 0);
    BIGNUM *second = BN_bin2bn(signature + 32, 32, 0);
    unsigned char *encoded_place = 0;
    uint8_t encoded[80];
    int size = 0;
    EVP_PKEY *own = key(0, public_key);
    EVP_MD_CTX *digest = own ? EVP_MD_CTX_new() : 0;
    int done = 0;
    if (numbers && first && second && digest && ECDSA_SIG_set0(numbers, first, second) == 1) {
        first = second = 0;
        encoded_place = encoded;
        size = i2d_ECDSA_SIG(numbers, &encoded_place);
        done = size > 0 && EVP_DigestVerifyInit_ex(digest, 0, "SHA2-256", 0, 0, own, 0) == 1
            && EVP_DigestVerify(digest, encoded, (size_t)size, message, length) == 1;
    }
    BN_free(first);
    BN_free(second);
    ECDSA_SIG_free(numbers);
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(own);
    return done;
}

int ambit_aes128_gcm_seal(
    const uint8_t key[16], const uint8_t nonce[12], const uint8_t *message, size_t length,
    uint8_t *box
) {
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(0, "AES-128-GCM", 0);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int count = 0;
    int rest = 0;
    int done = cipher && context && length < (1u << 30)
        && EVP_CipherInit_ex2(context, cipher, key, nonce, 1, 0) == 1
        && EVP_CipherUpdate(context, box, &count, message, (int)length) == 1
        && EVP_CipherFinal_ex(context, box + count, &rest) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, box + length) == 1;
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
    return done;
}

AMBIT_DEFERRED_1(crypto, void, EVP_CIPHER_free, EVP_CIPHER *)
