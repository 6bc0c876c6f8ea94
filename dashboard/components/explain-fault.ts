/** What the raw text of a failed attempt means: the words of sockets, of TLS, of our protocols, and of HTTP. */
import type { faultTexts } from '../texts/faults.ts';
import { fill } from '../texts/texts.ts';

type Texts = (typeof faultTexts)['en'];
export type FaultWord = keyof Texts;

/** Undefined: these words are known to nobody here, and are shown as they came. */
export function explainFault(raw: string, texts: Texts): string | undefined {
  const status = /^status (?<status>\d{3})\b/.exec(raw)?.groups?.['status'];
  if (status !== undefined) return fill(texts[ofStatus(Number(status))], { status });
  const found = patterns.find(([pattern]) => pattern.test(raw));
  return found && texts[found[1]];
}

/** The raw text, where the words do not say all of it. */
export function unsaidOf(raw: string, says: string | undefined): string | undefined {
  return raw === '' || (says !== undefined && /^status \d{3}$/.test(raw)) ? undefined : raw;
}

function ofStatus(status: number): FaultWord {
  if (status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405) return 'notFound';
  if (status === 410) return 'gone';
  if (status === 429) return 'overloaded';
  return status >= 500 ? 'failing' : 'turnedDown';
}

/** The first that fits: who speaks stands before what it says of a connection. */
const patterns: readonly (readonly [RegExp, FaultWord])[] = [
  [/^proxy: /, 'proxy'],
  [/^not HTTP: /, 'notHttp'],
  [/^answered 410/, 'gone'],
  [/^took nothing for/, 'hopeless'],
  [/^answered without ACK/, 'unacknowledged'],
  [/^leads to |another address than the one vetted/, 'forbiddenAddress'],
  [/^bind refused/, 'bindRefused'],
  [/^bind unanswered|^It did not answer in time/, 'bindSilent'],
  [/^peer (?:unbound|hung up)/, 'unbound'],
  [/^(?:enquire_link unanswered|responses stopped)/, 'linkSilent'],
  [/^stream lost/, 'streamLost'],
  [/CERT_HAS_EXPIRED|certificate has expired/i, 'certificateExpired'],
  [/CERT_NOT_YET_VALID|certificate is not (?:yet valid|valid yet)/i, 'certificateEarly'],
  [/ALTNAME_INVALID|certificate is for another name|altnames/i, 'certificateName'],
  [/SELF_SIGNED|self-signed/i, 'certificateSelfMade'],
  [
    /UNABLE_TO_|issuer is not known|chain is incomplete|local issuer|first certificate/i,
    'certificateIssuer',
  ],
  [/no TLS in time|closed in the handshake/, 'noTls'],
  [/EPROTO|ERR_SSL|wrong version number/, 'notTls'],
  [/ECONNREFUSED|connection refused/, 'refused'],
  [/EHOSTUNREACH|ENETUNREACH|no route to/, 'noRoute'],
  [/ENOTFOUND|EAI_AGAIN|has no address/, 'noName'],
  [/ETIMEDOUT|timed out|no connection in time/, 'unanswered'],
  [/no (?:answer|reply) in time|not taken in time/, 'silent'],
  [/ECONNRESET|EPIPE|connection (?:reset|closed|lost)|hang up/, 'closed'],
];
