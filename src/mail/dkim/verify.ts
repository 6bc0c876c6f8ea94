/**
 * Whether the signatures of a mail hold (RFC 6376 §6.1, RFC 8463), for people who look at what would have
 * left. It shares no code with what signs, so that one's mistakes are not the other's.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

export type VerifiedSignature = {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: string;
  /** Names of the fields that it covers, in lower case. */
  readonly covers: readonly string[];
  /** Why it does not hold; undefined: it does. */
  readonly fault: string | undefined;
};

/** What the DNS would say of a selector: no text, or several where several have that domain here. */
export type KeyRecords = (domain: string, selector: string) => readonly string[];

type Field = { readonly name: string; readonly text: string };

export function verifyMail(
  octets: Uint8Array,
  keyRecords: KeyRecords,
): readonly VerifiedSignature[] {
  // Latin-1 keeps each octet as it is.
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : text.slice(end + 4);
  const fields = head.split(/\r\n(?![ \t])/).map((field) => ({
    name: field
      .slice(0, Math.max(0, field.indexOf(':')))
      .trim()
      .toLowerCase(),
    text: field,
  }));
  const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64');
  return fields
    .filter(({ name }) => name === 'dkim-signature')
    .slice(0, signaturesMax)
    .map((signature) => verifySignature(signature, { fields, bodyHash, keyRecords }));
}

/** RFC 6376 §6.1: a verifier may limit how many it looks at. */
const signaturesMax = 10;

type Frame = {
  readonly fields: readonly Field[];
  readonly bodyHash: string;
  readonly keyRecords: KeyRecords;
};

function verifySignature(signature: Field, frame: Frame): VerifiedSignature {
  const tags = readTags(signature.text.slice(signature.text.indexOf(':') + 1));
  const covers = (tags.get('h') ?? '').toLowerCase().split(':');
  return {
    domain: (tags.get('d') ?? '').toLowerCase(),
    selector: tags.get('s') ?? '',
    algorithm: tags.get('a') ?? '',
    covers,
    fault: faultOf(signature, { ...frame, tags, covers }),
  };
}

type Claim = Frame & {
  readonly tags: ReadonlyMap<string, string>;
  readonly covers: readonly string[];
};

function faultOf(signature: Field, claim: Claim): string | undefined {
  const { tags, covers, bodyHash, keyRecords } = claim;
  const algorithm = tags.get('a') ?? '';
  if (tags.get('v') !== '1') return 'v= is not 1';
  if (algorithm !== 'rsa-sha256' && algorithm !== 'ed25519-sha256') return `a= is ${algorithm}`;
  if (tags.get('c') !== 'relaxed/relaxed') return 'c= is not relaxed/relaxed';
  if (tags.has('l')) return 'l= leaves the end of the body to anybody';
  if (!covers.includes('from')) return 'it does not cover From';
  if (tags.get('bh') !== bodyHash) return 'the body has been changed';
  const records = keyRecords((tags.get('d') ?? '').toLowerCase(), tags.get('s') ?? '');
  if (records.length === 0) return 'its key is not known here';
  const octets = Buffer.from(signedText(signature, claim), 'latin1');
  const signed = Buffer.from(tags.get('b') ?? '', 'base64');
  const holds = records.some((record) => isSignedBy({ algorithm, octets, signed }, record));
  return holds ? undefined : 'the header has been changed, or it is another key';
}

function isSignedBy(
  claim: { readonly algorithm: string; readonly octets: Buffer; readonly signed: Buffer },
  record: string,
): boolean {
  const { algorithm, octets, signed } = claim;
  const key = publicKey(record);
  if (key === undefined) return false;
  const isRsa = algorithm === 'rsa-sha256';
  if (key.asymmetricKeyType !== (isRsa ? 'rsa' : 'ed25519')) return false;
  if (isRsa) return verify('sha256', octets, key, signed);
  // RFC 8463 §3: of Ed25519 it is the digest that is signed.
  return verify(null, createHash('sha256').update(octets).digest(), key, signed);
}

/** RFC 8463 §4: the record has the key itself, which needs the beginning that says what it is. */
const ed25519Beginning = Buffer.from('302a300506032b6570032100', 'hex');

function publicKey(record: string): KeyObject | undefined {
  const tags = readTags(record);
  const key = Buffer.from(tags.get('p') ?? '', 'base64');
  const der = tags.get('k') === 'ed25519' ? Buffer.concat([ed25519Beginning, key]) : key;
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** RFC 6376 §3.7 and §5.4.2: fields from the last one up, and this one without what it is about. */
function signedText(signature: Field, { fields, covers }: Claim): string {
  const left = new Map<string, Field[]>();
  for (const field of fields) {
    if (field === signature) continue;
    const same = left.get(field.name) ?? [];
    same.push(field);
    left.set(field.name, same);
  }
  const named = covers.map((name) => left.get(name)?.pop()).filter((field) => field !== undefined);
  const open = { ...signature, text: signature.text.replace(/([;:]\s*b\s*=)[^;]*/, '$1') };
  return `${named.map((field) => `${relax(field)}\r\n`).join('')}${relax(open)}`;
}

/** RFC 6376 §3.4.2. */
function relax({ name, text }: Field): string {
  const value = text.slice(text.indexOf(':') + 1).replace(/\r\n/g, '');
  return `${name}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`;
}

/** RFC 6376 §3.4.4. */
function relaxBody(body: string): string {
  const lines = body
    .replace(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n')
    .replace(/ $/, '');
  let end = lines.length;
  while (lines.endsWith('\r\n', end)) end -= 2;
  return end === 0 ? '' : `${lines.slice(0, end)}\r\n`;
}

/** RFC 6376 §3.2; blanks within a value mean nothing in those that are read here. */
function readTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) tags.set(part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s/g, ''));
  }
  return tags;
}
