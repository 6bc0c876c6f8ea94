/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 s, as every app has them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readBase32, writeBase32 } from '#core/base32.ts';

const stepMs = 30_000;
const digits = 6;
/** RFC 4226 §4: 160 bits. */
const secretBytes = 20;

/** In base32, as apps take it. */
export function makeTotpSecret(): string {
  return writeBase32(randomBytes(secretBytes)).toUpperCase();
}

export function isTotpSecret(secret: string): boolean {
  return readBase32(secret.toLowerCase())?.length === secretBytes;
}

/** What an app reads from a picture or a link. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/**
 * The step whose code it is: this one, or the one before for who types slowly. Undefined for a wrong
 * code, and for one of a step that is not after `lastStep`.
 */
export function matchTotp(
  secret: string,
  code: string,
  { nowMs, lastStep }: { readonly nowMs: number; readonly lastStep: number },
): number | undefined {
  const current = Math.floor(nowMs / stepMs);
  return [current, current - 1].find(
    (step) => step > lastStep && isEqual(totpCode(secret, step), code),
  );
}

/** RFC 6238 §4: the HOTP of the step. */
export function totpCode(secret: string, step: number): string {
  const key = readBase32(secret.toLowerCase()) ?? Buffer.alloc(0);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  // RFC 4226 §5.3: four octets from where the last half octet says.
  const at = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(at) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function isEqual(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
