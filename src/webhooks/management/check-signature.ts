/**
 * Whether a webhook was signed with a secret; where it was not, which of form, clock, bytes or secret is
 * wrong, as far as what is known of the event and of other endpoints can tell them apart.
 */
import { readHeaderLine } from '#core/header-line.ts';
import { macOf, parseSecret } from '../signature.ts';
import type { SignatureReason } from './signature-reasons.ts';

export type CheckedRequest = {
  /** By their lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
};

export type KnownSecret = { readonly endpointId: number; readonly secret: string };

export type SignatureContext = {
  /** When it is judged: receivers allow for five minutes. */
  readonly nowMs: number;
  /** The event's own body; undefined: it is not known, or kept no more. */
  readonly sentBody: Uint8Array | undefined;
  /** Of other endpoints, or older ones of this endpoint. */
  readonly others: readonly KnownSecret[];
};

export type SignatureVerdict = {
  readonly verdict: 'right' | 'form' | 'clock' | 'bytes' | 'secret' | 'secret or bytes';
  readonly why: SignatureReason;
  /** The first octet of the body that is not as it was sent; null where nothing is said of one. */
  readonly octet: number | null;
  /** How old the timestamp is; below zero: it lies ahead. Null where none can be read. */
  readonly ageS: number | null;
  /** Whose secret it was signed with, if it was another one's. */
  readonly endpointId: number | null;
};

/** Standard Webhooks asks receivers to refuse what is older, or further ahead. */
const toleranceS = 300;

type Signed = {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly ageS: number;
};

export function checkSignature(
  { headers, body }: CheckedRequest,
  secret: string,
  context: SignatureContext,
): SignatureVerdict {
  const signed = readSigned(headers, context.nowMs);
  if (typeof signed === 'string') return wrongForm(signed);
  if (parseSecret(secret) === undefined) return wrongForm('secret has another form', signed.ageS);
  const fits = (text: Uint8Array, by = secret) => isSignedWith(signed, text, by);
  const tell = (
    verdict: SignatureVerdict['verdict'],
    why: SignatureReason,
    told: Partial<SignatureVerdict> = {},
  ): SignatureVerdict => ({
    verdict,
    why,
    octet: null,
    ageS: signed.ageS,
    endpointId: null,
    ...told,
  });
  if (fits(body)) {
    if (signed.ageS > toleranceS) return tell('clock', 'timestamp is too old');
    if (signed.ageS < -toleranceS) return tell('clock', 'timestamp lies ahead');
    return tell('right', 'signed with this secret');
  }
  const { sentBody, others } = context;
  if (sentBody !== undefined && fits(sentBody)) {
    return tell('bytes', 'body differs from what was sent', { octet: firstOther(body, sentBody) });
  }
  const change = changesOf(body).find(({ before }) => before.some((text) => fits(text)));
  if (change !== undefined) return tell('bytes', change.why);
  const owner = others.find(
    (other) => fits(body, other.secret) || (sentBody && fits(sentBody, other.secret)),
  );
  if (owner !== undefined) {
    return tell('secret', 'secret of another endpoint', { endpointId: owner.endpointId });
  }
  return sentBody !== undefined && Buffer.from(body).equals(sentBody)
    ? tell('secret', 'body is right, secret is not')
    : tell('secret or bytes', 'neither fits');
}

/** Header lines as people paste them; a request line among them is passed over. */
export function readHeaderLines(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const field = readHeaderLine(line);
    return field === undefined ? [] : [[field.name.toLowerCase(), field.value] as const];
  });
  return new Map(pairs);
}

/** The number in `msg_17`, by which the event is kept; undefined: it is another one's, or a test's. */
export function eventIdOf(headers: ReadonlyMap<string, string>): number | undefined {
  const digits = /^msg_(?<id>\d{1,15})$/.exec(headers.get('webhook-id') ?? '')?.groups?.['id'];
  return digits === undefined ? undefined : Number(digits);
}

function readSigned(headers: ReadonlyMap<string, string>, nowMs: number): Signed | SignatureReason {
  const id = headers.get('webhook-id') ?? '';
  if (id === '') return 'no webhook-id';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (timestamp === '') return 'no webhook-timestamp';
  if (!/^\d{1,12}$/.test(timestamp)) return 'timestamp is no number';
  const written = headers.get('webhook-signature') ?? '';
  if (written === '') return 'no webhook-signature';
  const signatures = written.split(/\s+/).filter((one) => one.startsWith('v1,'));
  if (signatures.length === 0) return 'no signature of scheme v1';
  return { id, timestamp, signatures, ageS: Math.floor(nowMs / 1_000) - Number(timestamp) };
}

/** The timestamp counts as it is written, with its leading zeros. */
function isSignedWith({ id, timestamp, signatures }: Signed, body: Uint8Array, secret: string) {
  const key = parseSecret(secret);
  if (key === undefined) return false;
  return signatures.includes(`v1,${macOf(key, `${id}.${timestamp}.`, body)}`);
}

function wrongForm(why: SignatureReason, ageS: number | null = null): SignatureVerdict {
  return { verdict: 'form', why, octet: null, ageS, endpointId: null };
}

/** What the body may have been before a program or an editor on the way changed it. */
function changesOf(body: Uint8Array) {
  const text = Buffer.from(body).toString();
  const trimmed = text.trim();
  return [
    {
      why: 'space around the body was changed',
      before: asBytes([trimmed, `${trimmed}\n`, `${trimmed}\r\n`]),
    },
    {
      why: 'line ends were changed',
      before: asBytes([text.replace(/\r\n/g, '\n'), text.replace(/\r?\n/g, '\r\n')]),
    },
    { why: 'body was written anew', before: asBytes(rewritten(text)) },
  ] as const;
}

function asBytes(texts: readonly string[]): readonly Uint8Array[] {
  return texts.map((one) => Buffer.from(one));
}

/** JSON that was read and written again. */
function rewritten(text: string): readonly string[] {
  try {
    const json = JSON.stringify(JSON.parse(text));
    return [json, json.replaceAll('/', '\\/')];
  } catch {
    return [];
  }
}

function firstOther(given: Uint8Array, sent: Uint8Array): number {
  const at = given.findIndex((octet, place) => octet !== sent[place]);
  return at === -1 ? given.length : at;
}
