/** Why an attempt at another server failed: each text that is recorded of one, and the code that doors answer with. */
import { z } from 'zod';
import { type FaultCode, faultWords } from './attempt-fault-words.ts';
import { sentenceView } from './sentence-view.ts';
import { fillSentence } from './words.ts';

/** `params` has the HTTP `status` where there is one, `says` what to do about it. Null: the words are the other server’s own, or say it themselves. */
export const faultView = z
  .object({
    code: z.enum(Object.keys(faultWords) as FaultCode[]),
    params: z.record(z.string(), z.int()),
    says: sentenceView,
  })
  .nullable();

export type AttemptFault = z.output<typeof faultView>;

/** Texts of ours, whole or before what they quote. Null: we ended it ourselves. */
const codes = {
  'connection refused': 'refused',
  'connection timed out': 'unanswered',
  'connect timed out': 'unanswered',
  'no connection in time': 'unanswered',
  'no route to the host': 'no-route',
  'no route to the network': 'no-route',
  'has no address': 'no-name',
  'connection reset': 'closed',
  'connection closed': 'closed',
  'connection closed at once': 'closed',
  'no answer in time': 'silent',
  'no reply in time': 'silent',
  'bytes not taken in time': 'silent',
  'no TLS in time': 'no-tls',
  'connection closed in the handshake': 'no-tls',
  'certificate has expired': 'certificate-expired',
  'certificate is not valid yet': 'certificate-early',
  'certificate is self-signed': 'certificate-self-signed',
  'certificate chain ends in a self-signed one': 'certificate-self-signed',
  'certificate’s issuer is not known': 'certificate-issuer',
  'certificate chain is incomplete': 'certificate-issuer',
  'certificate is for another name': 'certificate-name',
  'connected to another address than the one vetted': 'forbidden-address',
  proxy: 'proxy',
  'not HTTP': 'not-http',
  'answered without ACK/Jasmin': 'unacknowledged',
  'answered 410, gone': 'gone',
  'took nothing for five days': 'hopeless',
  'bind refused': 'bind-refused',
  'bind unanswered': 'bind-silent',
  'peer unbound': 'unbound',
  'peer hung up': 'unbound',
  'enquire_link unanswered': 'link-silent',
  'responses stopped': 'link-silent',
  'stream lost': 'stream-lost',
  'connection given up': null,
  'told to close': null,
  'cut off': null,
  'no bind came': null,
} as const satisfies Readonly<Record<string, FaultCode | null>>;

/** What stands before the words of a socket, and what it means where those have no code. */
const wrappers = {
  'connect failed': undefined,
  'connection lost': 'closed',
  'may have been taken': 'closed',
} as const satisfies Readonly<Record<string, FaultCode | undefined>>;

/** What a recorder may write: a new text does not compile before it is in a table here. */
export type FaultText = keyof typeof codes | keyof typeof wrappers;

/** Codes of sockets and of TLS, which stand in what Node says. */
const systemCodes = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ETIMEDOUT: 'unanswered',
  ENOTFOUND: 'no-name',
  EAI_AGAIN: 'no-name',
  EPROTO: 'not-tls',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-early',
  CERT_NOT_PINNED: 'certificate-not-pinned',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-self-signed',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
} as const satisfies Readonly<Record<string, FaultCode>>;

/** Of an attempt as it was recorded, by this version or one before. */
export function faultOf(recorded: string): AttemptFault {
  const status = /^status (?<status>\d{3})\b/.exec(recorded)?.groups?.['status'];
  if (status !== undefined) {
    return toldFault(codeOfStatus(Number(status)), { status: Number(status) });
  }
  const code = codeOf(recorded);
  return code === null ? null : toldFault(code, {});
}

function toldFault(code: FaultCode, params: Readonly<Record<string, number>>): AttemptFault {
  return { code, params, says: fillSentence(faultWords[code], params) };
}

function codeOf(recorded: string): FaultCode | null {
  const [head = ''] = recorded.split(/: | \(| with ESME_/, 1);
  if (isKey(codes, head)) return codes[head];
  if (isKey(wrappers, head)) {
    return codeOf(recorded.slice(head.length + 2)) ?? wrappers[head] ?? null;
  }
  if (/(?:^| )leads to /.test(recorded)) return 'forbidden-address';
  if (recorded.endsWith(' has no address' satisfies ` ${FaultText}`)) return 'no-name';
  if (/\bERR_SSL_/.test(recorded)) return 'not-tls';
  const told = recorded.match(/\b[A-Z][A-Z_]+\b/g) ?? [];
  const known = told.find((word) => isKey(systemCodes, word));
  return known !== undefined && isKey(systemCodes, known) ? systemCodes[known] : null;
}

function codeOfStatus(status: number): FaultCode {
  if (status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405) return 'not-found';
  if (status === 410) return 'gone';
  if (status === 429) return 'overloaded';
  return status >= 500 ? 'failing' : 'rejected';
}

function isKey<Table extends object>(table: Table, word: string): word is keyof Table & string {
  return Object.hasOwn(table, word);
}
