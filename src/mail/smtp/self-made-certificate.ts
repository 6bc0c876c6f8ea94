/**
 * A certificate that nobody has vouched for: enough for STARTTLS between mail servers, which encrypt what
 * they can and ask for no name (RFC 3207 §4.1). X.509 v3 (RFC 5280 §4.1), written in DER.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type CertificatePair = { readonly key: string; readonly cert: string };

const dayMs = 86_400_000;
const years = 10;

export function makeCertificate(name: string, nowMs: number): CertificatePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(positive(randomBytes(16))),
    ecdsaWithSha256,
    commonName(name),
    sequence(time(nowMs - dayMs), time(nowMs + years * 365 * dayMs)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(subjectAlternativeName(name))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(
    toBeSigned,
    ecdsaWithSha256,
    tagged(0x03, Buffer.concat([Buffer.of(0), signature])),
  );
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const octets = length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length);
  return Buffer.concat([Buffer.of(tag), octets, content]);
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return tagged(0x30, ...contents);
}

function integer(octets: Buffer): Buffer {
  return tagged(0x02, octets);
}

/** The first bit is the sign, and no octet may be wasted. */
function positive(octets: Buffer): Buffer {
  octets[0] = ((octets[0] ?? 0) & 0x7f) | 0x40;
  return octets;
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));

/** 2.5.4.3; RFC 5280 bounds it by 64 characters. */
function commonName(name: string): Buffer {
  const value = tagged(0x0c, Buffer.from(name.slice(0, 64)));
  return sequence(tagged(0x31, sequence(objectId('550403'), value)));
}

/** 2.5.29.17 */
function subjectAlternativeName(name: string): Buffer {
  const names = sequence(tagged(0x82, Buffer.from(name, 'latin1')));
  return sequence(objectId('551d11'), tagged(0x04, names));
}

/** RFC 5280 §4.1.2.5: GeneralizedTime from 2050 on, UTCTime before. */
function time(atMs: number): Buffer {
  const digits = Temporal.Instant.fromEpochMilliseconds(atMs)
    .toString({ smallestUnit: 'second' })
    .replace(/[-T:]/g, '');
  return digits >= '2050'
    ? tagged(0x18, Buffer.from(digits))
    : tagged(0x17, Buffer.from(digits.slice(2)));
}
