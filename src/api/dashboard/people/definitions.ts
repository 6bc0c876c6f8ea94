/** Signing in, and what people do with their own sign-in. */

import { z } from 'zod';
import { define } from '#api/dashboard/definition.ts';
import { account, instant, wholeText } from '#api/dashboard/schemas.ts';

const email = z
  .string()
  .trim()
  // RFC 5321 §4.5.3.1.3 leaves 254 characters for an address. That it is one, its first mail shows.
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
/** What is too long for a rule hears of the rule; what is longer than this is nobody's. */
const password = z.string().max(1_000);
const name = z.string().trim().max(100);
const language = z.enum(['en', 'fr']);
const role = z.enum(['owner', 'developer', 'support', 'billing', 'viewer']);

const ownAccount = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  homeCountry: z.string(),
  state: z.enum(['active', 'disabled', 'blocked']),
  parentId: z.int().nullable(),
  mode: z.enum(['live', 'test']).meta({ description: 'Live once it has a live key in force.' }),
  role,
  may: z.array(z.string()).meta({ description: 'What the role allows here.' }),
});

const me = z.object({
  user: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    language: language.nullable(),
    isAdministrator: z.boolean(),
  }),
  accounts: z.array(ownAccount),
  session: z.object({
    id: z.int(),
    freshUntilMs: instant,
    idleMs: z.int().meta({ description: 'It ends when nothing was done for so long.' }),
  }),
});

export const findSignIn = define({
  method: 'GET',
  path: '/api/sign-in',
  needs: 'nobody',
  summary: 'What the sign-in page must know before anybody has signed in.',
  reply: z.object({
    needsSetup: z.boolean().meta({ description: 'There is nobody who could sign in.' }),
    passwordCharactersMin: z.int(),
  }),
});

export const setUp = define({
  method: 'POST',
  path: '/api/setup',
  needs: 'nobody',
  summary: 'Makes the first administrator, with the token of the setup link, and signs them in.',
  body: z.object({
    token: z.string().max(100),
    email,
    name: name.default(''),
    password,
  }),
  reply: me,
});

export const signIn = define({
  method: 'POST',
  path: '/api/session',
  needs: 'nobody',
  summary: 'Signs in with an email address and a password.',
  body: z.object({ email, password }),
  reply: me,
});

export const signOut = define({
  method: 'DELETE',
  path: '/api/session',
  needs: 'signed in',
  summary: 'Ends the session.',
});

export const confirm = define({
  method: 'POST',
  path: '/api/session/fresh',
  needs: 'signed in',
  summary: 'Signs in once more, for what needs a sign-in of the last ten minutes.',
  body: z.object({ password }),
  reply: z.object({ freshUntilMs: instant }),
});

export const findMe = define({
  method: 'GET',
  path: '/api/me',
  needs: 'signed in',
  summary: 'Who is signed in, and the accounts they may open.',
  reply: me,
});

export const changeMe = define({
  method: 'PATCH',
  path: '/api/me',
  needs: 'signed in',
  summary: 'Changes the name and the language of who is signed in.',
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
