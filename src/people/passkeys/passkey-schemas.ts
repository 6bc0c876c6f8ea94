/** What browsers say of passkeys and hear of them: the parts of Web Authentication Level 3 §5.4 and §5.5 that are used. */
import { z } from 'zod';
import type { NoPasskeys } from './relying-party.ts';

/** In base64url; what an authenticator says has some hundred octets. */
const octets = z
  .string()
  .max(8_000)
  .regex(/^[\w-]*$/);
/** §4: at most 1,023 octets. */
const credential = z
  .string()
  .max(1_364)
  .regex(/^[\w-]+$/);

export const passkeyName = z.string().trim().min(1).max(60);

export const newPasskey = z.object({
  name: passkeyName,
  credential: z.object({ id: credential, clientDataJSON: octets, attestationObject: octets }),
});

export const assertion = z.object({
  id: credential,
  clientDataJSON: octets,
  authenticatorData: octets,
  signature: octets,
});

/** Whether browsers make passkeys where the page is seen, and why not. */
export const passkeysHere = z.enum(['offered', 'host is an address', 'https is missing'] satisfies (
  | NoPasskeys
  | 'offered'
)[]);

const type = z.literal('public-key');

export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })).readonly(),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type, id: z.string() })).readonly(),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const recoveryCodes = z.object({
  codes: z.array(z.string()).meta({ description: 'Each is good once; they are shown this once.' }),
});
