/** Signing in, and what people do with their own sign-in. */

import { z } from 'zod';
import { define } from '#api/dashboard/definition.ts';
import { newPasskey, passkeysHere } from '#api/dashboard/passkeys/schemas.ts';
import { account, instant, wholeText } from '#api/dashboard/schemas.ts';

export const email = z
  .string()
  .trim()
  // RFC 5321 §4.5.3.1.3 leaves 254 characters for an address. That it is one, its first mail shows.
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
/** What is too long for a rule hears of the rule; what is longer than this is nobody's. */
const password = z.string().max(1_000);
export const name = z.string().trim().max(100);
export const token = z.string().max(100);
const language = z.enum(['en', 'fr']);
const role = z.enum(['owner', 'developer', 'support', 'billing', 'viewer']);
const permission = z.enum([
  'read facts',
  'read contents',
  'send',
  'manage keys',
  'read balance',
  'manage balance',
  'manage people',
]);

const ownAccount = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  homeCountry: z.string(),
  state: z.enum(['active', 'disabled', 'blocked']),
  parentId: z.int().nullable(),
  mode: z.enum(['live', 'test']).meta({ description: 'Live once it has a live key in force.' }),
  role,
  may: z.array(permission).meta({ description: 'What the role allows here.' }),
});

export const me = z.object({
  user: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    language: language.nullable(),
    isAdministrator: z.boolean(),
  }),
  accounts: z.array(ownAccount),
  permissions: z
    .record(permission, z.array(role).readonly())
    .meta({ description: 'Which roles may do what in an account.' }),
  /** The account of others that an administrator sees as its people do. */
  viewing: z
    .object({ accountId: z.int(), account: z.string(), reason: z.string(), endsAtMs: instant })
    .nullable(),
  session: z.object({
    id: z.int(),
    freshUntilMs: instant,
    lacksFactor: z
      .boolean()
      .meta({ description: 'Until they have added a second factor they may do nothing else.' }),
    idleMs: z.int().meta({ description: 'It ends when nothing was done for so long.' }),
    endsInMs: z
      .int()
      .meta({ description: 'It ends then whatever is done, in milliseconds from now.' }),
  }),
});

const entered = me.extend({
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Of who begins with a passkey; they are shown this once.' }),
});

const signInCode = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'Of the authenticator app, or a recovery code.' });

export const fresh = z.object({ freshUntilMs: instant });

export const findSignIn = define({
  method: 'GET',
  path: '/api/sign-in',
  needs: 'nobody',
  summary: 'What the sign-in page must know before anybody has signed in.',
  reply: z.object({
    needsSetup: z.boolean().meta({ description: 'There is nobody who could sign in.' }),
    passwordCharactersMin: z.int(),
    passkeys: passkeysHere,
    resetsByMail: z
      .boolean()
      .meta({ description: 'Who forgot their password may ask for a link by mail.' }),
  }),
});

export const askForReset = define({
  method: 'POST',
  path: '/api/password-reset',
  needs: 'nobody',
  summary:
    'Mails a link for another password, once, for ten minutes, to who signs in by this address; the answer is the same where nobody does.',
  body: z.object({ email, language: language.optional() }),
});

export const setUp = define({
  method: 'POST',
  path: '/api/setup',
  needs: 'nobody',
  summary:
    'Makes the first administrator, by a password or a passkey, with the token of the setup link, and signs them in.',
  body: z.object({
    token: z.string().max(100),
    email,
    name: name.default(''),
    password: password.default(''),
    passkey: newPasskey.optional(),
  }),
  reply: entered,
});

export const signIn = define({
  method: 'POST',
  path: '/api/session',
  needs: 'nobody',
  summary: 'Signs in with an email address and a password.',
  body: z.object({
    email,
    password: password.meta({ description: 'Of who has none: a recovery code.' }),
    code: signInCode,
  }),
  reply: me,
});

export const signOut = define({
  method: 'DELETE',
  path: '/api/session',
  needs: 'signed in',
  withoutFactor: true,
  summary: 'Ends the session.',
});

export const confirm = define({
  method: 'POST',
  path: '/api/session/fresh',
  needs: 'signed in',
  withoutFactor: true,
  summary:
    'Signs in once more, with the second factor where there is one, for what needs a sign-in of the last ten minutes.',
  body: z.object({ password, code: signInCode }),
  reply: fresh,
});

export const findMe = define({
  method: 'GET',
  path: '/api/me',
  needs: 'signed in',
  withoutFactor: true,
  summary: 'Who is signed in, and the accounts they may open.',
  reply: me,
});

export const changeMe = define({
  method: 'PATCH',
  path: '/api/me',
  needs: 'signed in',
  withoutFactor: true,
  summary: 'Changes the name and the language of the person who is signed in.',
  body: z.object({ name: name.optional(), language: language.nullable().optional() }),
  reply: me,
});

export const changePassword = define({
  method: 'POST',
  path: '/api/me/password',
  needs: 'signed in',
  fresh: true,
  summary: 'Sets another password, and ends all other sessions.',
  body: z.object({ password }),
});

export const listSessions = define({
  method: 'GET',
  path: '/api/me/sessions',
  needs: 'signed in',
  summary: 'Where one is signed in, the newest first.',
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.int(),
        createdAtMs: instant,
        activeAtMs: instant,
        expiresAtMs: instant,
        factors: z.enum(['password', 'password code', 'passkey']),
        address: z.string(),
        agent: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
});

export const endSession = define({
  method: 'DELETE',
  path: '/api/me/sessions/{session}',
  needs: 'signed in',
  summary: 'Ends one session of one’s own.',
  params: z.object({ session: wholeText }),
});

export const endOtherSessions = define({
  method: 'DELETE',
  path: '/api/me/sessions',
  needs: 'signed in',
  summary: 'Ends all sessions of one’s own but this one.',
  reply: z.object({ ended: z.int() }),
});

export const findOwnAccount = define({
  method: 'GET',
  path: '/api/accounts/{account}',
  needs: 'read facts',
  summary: 'An account that one may open, and what one may do there.',
  params: z.object({ account }),
  reply: ownAccount,
});

const code = z.string().trim().max(20);
export const recoveryCodes = z.object({
  codes: z.array(z.string()).meta({ description: 'Each is good once; they are shown this once.' }),
});

export const findFactors = define({
  method: 'GET',
  path: '/api/me/factors',
  needs: 'signed in',
  withoutFactor: true,
  summary: 'Which second factors one has.',
  reply: z.object({
    hasPassword: z.boolean(),
    hasTotp: z.boolean(),
    passkeys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        createdAtMs: instant,
        usedAtMs: instant.nullable(),
        worksHere: z.boolean().meta({ description: 'It was made for the host of this page.' }),
      }),
    ),
    passkeysHere,
    codesLeft: z.int(),
    isRequired: z.boolean(),
  }),
});

export const proposeTotp = define({
  method: 'POST',
  path: '/api/me/factors/totp/secret',
  needs: 'signed in',
  withoutFactor: true,
  fresh: true,
  summary: 'A secret for an authenticator app; nothing is kept before a code has proved it.',
  reply: z.object({ secret: z.string(), address: z.string() }),
});

export const addTotp = define({
  method: 'PUT',
  path: '/api/me/factors/totp',
  needs: 'signed in',
  withoutFactor: true,
  fresh: true,
  summary: 'Takes the authenticator app as second factor, and ends all other sessions.',
  body: z.object({ secret: z.string().max(100), code }),
  reply: recoveryCodes,
});

export const removeTotp = define({
  method: 'DELETE',
  path: '/api/me/factors/totp',
  needs: 'signed in',
  fresh: true,
  summary: 'Does without the authenticator app from now on, and ends all other sessions.',
});

export const renewRecoveryCodes = define({
  method: 'POST',
  path: '/api/me/factors/recovery-codes',
  needs: 'signed in',
  fresh: true,
  summary: 'Makes new recovery codes; those before no longer work.',
  reply: recoveryCodes,
});

export const lookAtLink = define({
  method: 'POST',
  path: '/api/link/look',
  needs: 'nobody',
  summary: 'What an invitation or a reset is, before it is used.',
  body: z.object({ token }),
  reply: z.object({
    kind: z.enum(['invitation', 'reset', 'password']),
    email: z.string(),
    isKnown: z.boolean(),
    passwordCharactersMin: z.int(),
    passkeys: passkeysHere,
  }),
});

export const useLink = define({
  method: 'POST',
  path: '/api/link',
  needs: 'nobody',
  summary:
    'Takes an invitation as a new person, by a password or a passkey, or sets a new password by a reset; signs in.',
  body: z.object({
    token,
    name: name.default(''),
    password: password.default(''),
    passkey: newPasskey.optional(),
  }),
  reply: entered,
});

export const setPassword = define({
  method: 'POST',
  path: '/api/link/password',
  needs: 'nobody',
  summary:
    'Sets another password by a mailed link, and ends all sessions. Nobody is signed in: second factors stay.',
  body: z.object({ token, password }),
});

export const takeLink = define({
  method: 'POST',
  path: '/api/me/link',
  needs: 'signed in',
  summary: 'Takes an invitation as the person who is signed in.',
  body: z.object({ token }),
});
