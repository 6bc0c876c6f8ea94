/** Passkeys: made, named and removed by who is signed in, and shown in place of a password. */
import { z } from 'zod';
import { define } from '#api/dashboard/definition.ts';
import { email, fresh, me, name, recoveryCodes, token } from '#api/dashboard/people/definitions.ts';
import { wholeText } from '#api/dashboard/schemas.ts';
import { assertion, creationOptions, newPasskey, passkeyName, requestOptions } from './schemas.ts';

export const askForPasskey = define({
  method: 'POST',
  path: '/api/session/passkey/options',
  needs: 'nobody',
  summary: 'What a browser needs to ask for a passkey; good once, for five minutes.',
  reply: requestOptions,
});

export const signInByPasskey = define({
  method: 'POST',
  path: '/api/session/passkey',
  needs: 'nobody',
  summary: 'Signs in with a passkey, which counts as both factors.',
  body: assertion,
  reply: me,
});

export const confirmByPasskey = define({
  method: 'POST',
  path: '/api/session/fresh/passkey',
  needs: 'signed in',
  withoutFactor: true,
  summary: 'Signs in once more with a passkey.',
  body: assertion,
  reply: fresh,
});

export const proposePasskey = define({
  method: 'POST',
  path: '/api/me/passkeys/options',
  needs: 'signed in',
  withoutFactor: true,
  fresh: true,
  summary: 'What a browser needs to make a passkey; good once, for five minutes.',
  reply: creationOptions,
});

export const addPasskey = define({
  method: 'POST',
  path: '/api/me/passkeys',
  needs: 'signed in',
  withoutFactor: true,
  fresh: true,
  summary:
    'Takes a passkey, and ends all other sessions. Recovery codes are made where there are none.',
  body: newPasskey,
  reply: recoveryCodes,
});

export const renamePasskey = define({
  method: 'PATCH',
  path: '/api/me/passkeys/{passkey}',
  needs: 'signed in',
  summary: 'Gives a passkey another name.',
  params: z.object({ passkey: wholeText }),
  body: z.object({ name: passkeyName }),
});

export const removePasskey = define({
  method: 'DELETE',
  path: '/api/me/passkeys/{passkey}',
  needs: 'signed in',
  fresh: true,
  summary: 'Does without a passkey from now on, and ends all other sessions.',
  params: z.object({ passkey: wholeText }),
});

export const proposeSetupPasskey = define({
  method: 'POST',
  path: '/api/setup/passkey/options',
  needs: 'nobody',
  summary: 'What a browser needs to make the passkey of the first administrator.',
  body: z.object({ token, email, name: name.default('') }),
  reply: creationOptions,
});

export const proposeLinkPasskey = define({
  method: 'POST',
  path: '/api/link/passkey/options',
  needs: 'nobody',
  summary: 'What a browser needs to make the passkey of an invited person.',
  body: z.object({ token, name: name.default('') }),
  reply: creationOptions,
});
