/** What can go wrong between us and a receiver, in words that the attempt log shows. */
import type { FaultText } from '#core/attempt-fault.ts';

export type FaultKind =
  /** Its address may not be contacted; nothing was sent. */
  | 'forbidden'
  | 'no address'
  /** The proxy between us and all receivers; none of them is to blame. */
  | 'proxy'
  | 'no connection'
  | 'TLS'
  | 'connection lost'
  | 'time-out'
  /** What came back is not HTTP as the standard has it. */
  | 'not HTTP'
  /** Its head has no end. */
  | 'too big'
  /** The status is known; the body was broken or too big. */
  | 'bad body'
  /** We were told to stop. */
  | 'stopped';

export type Fault = { readonly kind: FaultKind; readonly reason: string };

const words: Readonly<Record<string, FaultText>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'connection timed out',
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate chain ends in a self-signed one',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate’s issuer is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another name',
};

/** The fault of a socket that failed; its code is shown where we have no words for it. */
export function socketFault(kind: FaultKind, error: Error): Fault {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { kind, reason: words[code] ?? code };
}
