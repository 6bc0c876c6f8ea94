/** What the server's errors mean in words: whether they may pass, and what the administrator can do. */
import { StorageUnavailable } from '#core/unavailable.ts';
import { StorageRefused } from '../storage-refused.ts';

/**
 * 14 is the oldest that is still maintained (until November 2026), and the first on which all that the
 * statements need was tried: a lower one is refused rather than found wanting later.
 */
export const serverVersionMin = 14;

/** SQLSTATEs (appendix A of the manual) and Node's codes, each with what follows the database's place. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['28P01', 'does not accept this password'],
  ['28000', 'does not let this user in: look at its pg_hba.conf'],
  ['3D000', 'does not exist: make it with CREATE DATABASE'],
  ['42501', 'does not let this user make and change tables: make it the owner of the database'],
  ['0LP01', 'does not let this user make and change tables: make it the owner of the database'],
  ['CERT_HAS_EXPIRED', 'has a certificate that is out of date'],
  ['CERT_NOT_YET_VALID', 'has a certificate that is not valid yet: is the clock right?'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate for another host: write its name here'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'has a certificate of no known authority: name it in sslrootcert',
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'has a certificate of no known authority: name it in sslrootcert'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'has a certificate of no known authority: name it in sslrootcert',
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'has a certificate of no known authority: name it in sslrootcert',
  ],
]);

const troubles: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'is not found: is the name of the host right?'],
  ['EAI_AGAIN', 'is not found now: the name service does not answer'],
  ['ECONNREFUSED', 'does not take connections: is the server running?'],
  ['ECONNRESET', 'has ended the connection'],
  ['EPIPE', 'has ended the connection'],
  ['ETIMEDOUT', 'does not answer'],
  ['EHOSTUNREACH', 'is out of reach'],
  ['ENETUNREACH', 'is out of reach'],
  ['ENOENT', 'has no socket in that folder: is the server running?'],
  ['53100', 'is on a disk that is full'],
  ['53200', 'is out of memory'],
  ['53300', 'has no connection left: raise max_connections or run fewer processes'],
  ['57P03', 'is starting or stopping'],
  ['57014', 'took too long and was told to stop'],
  ['25006', 'takes no writes: it is a standby, or set to be read only'],
  ['40001', 'had another transaction in the way, again and again'],
  ['40P01', 'had another transaction in the way, again and again'],
  ['55P03', 'has a row that another transaction holds for too long'],
  ['25P03', 'has ended a transaction that stood still'],
]);

/** The first two characters of a SQLSTATE. */
const classesOfTrouble: ReadonlyMap<string, string> = new Map([
  ['08', 'has lost the connection'],
  ['53', 'is short of something'],
  ['57', 'has ended the connection'],
  ['58', 'cannot read or write its files now'],
  ['XX', 'is damaged: look at the log of the server'],
]);

/** Messages of the client library, which has no codes for them. */
const libraryWords: readonly (readonly [RegExp, (place: string) => Error])[] = [
  [/terminated|timeout expired|not queryable|was closed/, lost],
  [
    /client password must be/,
    (place) => new StorageRefused(`${place} asks for a password, and the address has none`),
  ],
  [
    /does not support SSL/,
    (place) =>
      new StorageRefused(`${place} offers no TLS: add sslmode=disable if the way to it is trusted`),
  ],
];

/** The error to report; one that already is in words stays as it is. */
export function inWords(error: unknown, place: string): Error {
  if (error instanceof StorageUnavailable || error instanceof StorageRefused) return error;
  const code = codeOf(error);
  const refusal = refusals.get(code);
  if (refusal !== undefined) return new StorageRefused(`${place} ${refusal}`, { cause: error });
  const trouble = troubles.get(code) ?? troubleOfClass(code);
  if (trouble !== undefined) return new StorageUnavailable(`${place} ${trouble}`, { cause: error });
  const message = error instanceof Error ? error.message : '';
  const made = libraryWords.find(([words]) => words.test(message))?.[1](place);
  return made ?? asError(error);
}

/** While the program runs nothing is refused for good: somebody may fix it. */
export function whileRunning(error: unknown): unknown {
  return error instanceof StorageRefused
    ? new StorageUnavailable(error.message, { cause: error })
    : error;
}

/** The SQLSTATE of an error or of what caused it; empty if there is none. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}

export function lost(place: string): StorageUnavailable {
  return new StorageUnavailable(`${place} has lost the connection`);
}

function troubleOfClass(code: string): string | undefined {
  return code.length === 5 ? classesOfTrouble.get(code.slice(0, 2)) : undefined;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The database failed', { cause: error });
}
