/** Another address to sign in by, from the wish to its confirmation. */
import { z } from 'zod';
import { define } from '#api/dashboard/definition.ts';
import { email, token } from '#api/dashboard/people/definitions.ts';
import { instant } from '#api/dashboard/schemas.ts';

const addressChange = z.object({
  isOffered: z.boolean().meta({ description: 'The link that confirms one can be mailed.' }),
  pending: z
    .object({ email: z.string(), createdAtMs: instant, endsAtMs: instant })
    .nullable()
    .meta({ description: 'What waits to be confirmed.' }),
});

export const findAddressChange = define({
  method: 'GET',
  path: '/api/me/address-change',
  needs: 'signed in',
  summary: 'Another address to sign in by, which one has asked for and not confirmed yet.',
  reply: addressChange,
});

export const askForAddress = define({
  method: 'POST',
  path: '/api/me/address-change',
  needs: 'signed in',
  fresh: true,
  summary:
    'Mails a link to another address, for 24 hours; until it is confirmed all stays with the one before, which is told. Asked again it takes the place of what waits.',
  body: z.object({ email }),
  reply: addressChange.extend({
    isMailed: z.boolean().meta({ description: 'The link is on its way there.' }),
  }),
});

export const cancelAddressChange = define({
  method: 'DELETE',
  path: '/api/me/address-change',
  needs: 'signed in',
  summary: 'Stays with the address that one has: the link that was mailed opens nothing.',
});

export const confirmAddress = define({
  method: 'POST',
  path: '/api/me/address-change/confirmation',
  needs: 'signed in',
  summary: 'Signs in by the new address from now on, by the link that was mailed there.',
  body: z.object({ token }),
  reply: z.object({ email: z.string() }),
});
