/** The names of what webhooks can be signed with, besides `v1` of Standard Webhooks, which all of them are. */

/**
 * `v1a`           the text of `v1` signed with ed25519, in the same header
 * `hub`           `X-Hub-Signature-256`: HMAC-SHA256 of the body alone, by the secret as it is written
 * `rfc9421`       RFC 9421 with a digest of the body, ed25519
 * `rfc9421-hmac`  the same by HMAC-SHA256, a signature for each secret
 */
export const signatureSchemes = ['v1a', 'hub', 'rfc9421', 'rfc9421-hmac'] as const;

export type SignatureScheme = (typeof signatureSchemes)[number];

/** Inside the body of a reply: `md5hash` is a digest of text and secret, the others are HMACs. */
export const replySignatureMethods = ['sha256', 'sha512', 'sha1', 'md5', 'md5hash'] as const;

export type ReplySignatureMethod = (typeof replySignatureMethods)[number];
