/** Erasing a person from an account. */
import { z } from 'zod';
import { define } from '#api/dashboard/definition.ts';
import { inAccount } from '#api/dashboard/schemas.ts';
import { erasureParts } from '#core/erased.ts';

const root = '/api/accounts/{account}';

const body = z.object({
  who: z
    .string()
    .trim()
    .min(3)
    .max(254)
    .meta({ description: 'A phone as people write it, or an email address.' }),
});

/** Of each kind of thing, how many. */
const counts = z.object(
  Object.fromEntries(erasureParts.map((part) => [part, z.int()])) as Record<
    (typeof erasureParts)[number],
    z.ZodInt
  >,
);

const underWay = z.int().meta({ description: 'Messages that have not ended: they stay so far.' });

export const previewErasure = define({
  method: 'POST',
  path: `${root}/erasures/preview`,
  needs: 'manage people',
  whileClosed: true,
  summary: 'Says what erasing a person would erase, and erases nothing.',
  params: inAccount,
  body,
  reply: z.object({
    who: z.string().meta({ description: 'As it was read.' }),
    counts,
    underWay,
  }),
});

export const erasePerson = define({
  method: 'POST',
  path: `${root}/erasures`,
  needs: 'manage people',
  whileClosed: true,
  fresh: true,
  summary:
    'Erases what the account keeps of a person; lists of who wants nothing keep a hash. Gives a certificate.',
  params: inAccount,
  body,
  reply: z.object({
    certificate: z.object({
      erased: z.object({
        kind: z.enum(['phone', 'email']),
        pseudonym: z.string().meta({ description: 'What lists keep in the person’s place.' }),
      }),
      accountId: z.int().nullable(),
      at: z.string(),
      by: z.string(),
      counts,
      hashed: z.int().meta({ description: 'Entries of lists that stay as hashes.' }),
      underWay,
    }),
    sha256: z.string().meta({ description: 'Of the certificate as JSON, without spaces.' }),
  }),
});
