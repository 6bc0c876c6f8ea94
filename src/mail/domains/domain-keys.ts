/** The keys of sending domains: made, sealed, rotated, and opened for signing. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Sealer } from '#core/sealed.ts';
import type { SigningKey, SigningKeys } from '../dkim/sign.ts';
import type { DomainKey, KeyKind, MailDomain } from './mail-domain.ts';

/** Whose a key is: where it is sealed for. */
type KeyOwner = Pick<MailDomain, 'accountId' | 'name'>;

type Seal = Pick<Sealer, 'seal'>;

const generate = promisify(generateKeyPair);
/** RFC 8301 §3.2: at least 1024; more than 2048 does not fit a DNS answer everywhere. */
const rsaBits = 2_048;
/** RFC 8463 §4: of the 44 octets of an SPKI the last 32 are the key. */
const rawKeyBytes = 32;

/** Two that sign, and the RSA key that will: its record is in the DNS before it is needed. */
export function makeKeys(owner: KeyOwner, sealer: Seal): Promise<readonly DomainKey[]> {
  return Promise.all([
    makeKey(owner, { selector: 's1', kind: 'rsa', role: 'current' }, sealer),
    makeKey(owner, { selector: 'e1', kind: 'ed25519', role: 'current' }, sealer),
    makeKey(owner, { selector: 's2', kind: 'rsa', role: 'next' }, sealer),
  ]);
}

/** The next key signs from now on, another one is made ready, those before it stay in the DNS for a week. */
export async function rotatedKeys(
  domain: MailDomain,
  sealer: Seal,
  nowMs: number,
): Promise<readonly DomainKey[]> {
  const place = domain.rotation + 3;
  const made = await makeKey(domain, { selector: `s${place}`, kind: 'rsa', role: 'next' }, sealer);
  const standing = domain.keys.flatMap((key): DomainKey[] => {
    // What is on its way is verified by it for as long as its signature lasts.
    if (key.role === 'old') return isNeeded(key, nowMs) ? [key] : [];
    if (key.role === 'next') return [{ ...key, role: 'current' }];
    return key.kind === 'rsa' ? [{ ...key, role: 'old', retiredAtMs: nowMs }] : [key];
  });
  return [...standing, made];
}

/** Longer than the signatures of sign.ts last. */
const toldMs = 8 * 86_400_000;

/** Its record is to be in the DNS. */
export function isNeeded({ retiredAtMs }: DomainKey, nowMs: number): boolean {
  return retiredAtMs === null || nowMs < retiredAtMs + toldMs;
}

type KeyPlan = Pick<DomainKey, 'selector' | 'kind' | 'role'>;

async function makeKey(owner: KeyOwner, plan: KeyPlan, sealer: Seal): Promise<DomainKey> {
  const { publicKey, privateKey } =
    plan.kind === 'rsa'
      ? await generate('rsa', { modulusLength: rsaBits })
      : await generate('ed25519');
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return {
    ...plan,
    publicKey: publicText(publicKey, plan.kind),
    sealed: sealer.seal(pkcs8, domainKeyPlace(owner, plan.selector)),
    retiredAtMs: null,
  };
}

function publicText(key: KeyObject, kind: KeyKind): string {
  const spki = key.export({ type: 'spki', format: 'der' });
  return (kind === 'rsa' ? spki : spki.subarray(-rawKeyBytes)).toString('base64');
}

/** For the seal. */
export function domainKeyPlace(
  { accountId, name }: { readonly accountId: number; readonly name: string },
  selector: string,
): string {
  return `mail_domain/${accountId}/${name}/${selector}`;
}

/** Throws where a key does not open, or does not sign what its public half verifies. */
export function openSigningKeys(domain: MailDomain, sealer: Sealer): SigningKeys {
  const open = (kind: KeyKind): SigningKey => {
    const key = domain.keys.find((each) => each.kind === kind && each.role === 'current');
    if (key === undefined) throw new UnusableKey(`${domain.name} has no ${kind} key that signs`);
    return { selector: key.selector, key: openKey(domain, key, sealer) };
  };
  return { domain: domain.name, rsa: open('rsa'), ed25519: open('ed25519') };
}

/** A domain whose keys are not whole sends nothing. */
class UnusableKey extends Error {
  override readonly name = 'UnusableKey';
}

const provedText = Buffer.from('parley signs this to see that it can');

function openKey(
  domain: MailDomain,
  { selector, kind, sealed, publicKey }: DomainKey,
  sealer: Sealer,
): KeyObject {
  const der = Buffer.from(sealer.open(sealed, domainKeyPlace(domain, selector)), 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const half = createPublicKey(key);
  const digest = kind === 'rsa' ? 'sha256' : null;
  const isWhole =
    publicText(half, kind) === publicKey &&
    verify(digest, provedText, half, sign(digest, provedText, key));
  if (!isWhole)
    throw new UnusableKey(`Key ${selector} of ${domain.name} is not the one in its record`);
  return key;
}
