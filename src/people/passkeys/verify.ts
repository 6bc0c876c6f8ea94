/**
 * Whether what an authenticator says is true: the checks of Web Authentication Level 3 §7.1 and §7.2. The
 * library takes 0.3 s and 24 MB to load, so the first person to use a passkey loads it.
 */
import type { Assertion, NewCredential, Passkey } from './passkey.ts';
import type { RelyingParty } from './relying-party.ts';

/** ES256, Ed25519 and RS256, as COSE numbers them. */
export const algorithms = [-7, -8, -257] as const;

/** Undefined where it is not. */
export type Answered<Found> = Promise<(Found & { readonly challenge: string }) | undefined>;

type Party = { readonly party: RelyingParty; readonly isOurs: (challenge: string) => boolean };

export async function verifyNew(
  { id, clientDataJSON, attestationObject }: NewCredential,
  { party, isOurs }: Party,
): Answered<Pick<Passkey, 'credential' | 'publicKey' | 'counter'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  let challenge = '';
  const type = 'public-key';
  const response = { clientDataJSON, attestationObject };
  return truthOf(async () => {
    // Certificates name addresses where the library would ask whether they were revoked.
    if (await hasCertificates(attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type, response, clientExtensionResults: {} },
      expectedChallenge: (given) => {
        challenge = given;
        return isOurs(given);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified) return undefined;
    const { id: credential, publicKey, counter } = registrationInfo.credential;
    return {
      credential,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      challenge,
    };
  });
}

export async function verifyAssertion(
  { id, ...response }: Assertion,
  passkey: Passkey,
  { party, isOurs }: Party,
): Answered<{ readonly counter: number }> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let challenge = '';
  return truthOf(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: (given) => {
        challenge = given;
        return isOurs(given);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      credential: {
        id: passkey.credential,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? { counter: authenticationInfo.newCounter, challenge } : undefined;
  });
}

/** We ask for none (§5.4.7), so browsers send none, or one that the passkey itself has signed. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  );
  const format = decoded.get('fmt');
  return !['none', 'packed'].includes(format) || decoded.get('attStmt').get('x5c') !== undefined;
}

/** The library throws at whatever is not as it should be. */
async function truthOf<Found>(verify: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
