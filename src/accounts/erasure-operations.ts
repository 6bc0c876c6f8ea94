/** `erasure preview`, `make`: an owner erases a person from their account, on a page; `parley erase` does it in all of them. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import * as erasing from '#accounts/erasing.ts';
import { must } from '#core/assert.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { erasureParts } from '#core/erased.ts';
import type { Few } from '#core/few.ts';
import { type InAccount, operation, type Refusal, refuse } from '#core/operation.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';

type ErasurePorts = {
  /** Each goes through whole tables. */
  readonly erasing: erasing.ErasurePorts & { readonly few: Few };
  readonly accounts: Pick<AccountStore, 'findAccount'>;
};

const input = z.strictObject({ who: z.string().trim().min(3).max(254) });

/** Of each kind of thing, how many. */
const counts = z.object(
  Object.fromEntries(erasureParts.map((part) => [part, z.int()])) as Record<
    (typeof erasureParts)[number],
    z.ZodInt
  >,
);

const underWay = z.int().meta({ description: 'Messages that have not ended: they stay so far.' });

const ofOwner = {
  does: 'writes',
  needs: 'manage people',
  whileClosed: true,
  input,
  refusals: ['person is not readable', 'too many erasures'],
} as const;

export const previewErasure = operation({
  ...ofOwner,
  name: 'erasure preview',
  output: z.object({ who: z.string().meta({ description: 'As it was read.' }), counts, underWay }),
  run: (ports: ErasurePorts, { who: written }, caller) =>
    withPerson(ports, written, caller, async (wanted) => ({
      who: shown(wanted.who),
      ...(await erasing.previewErasure(wanted, ports.erasing)),
    })),
});

export const makeErasure = operation({
  ...ofOwner,
  name: 'erasure make',
  fresh: true,
  output: z.object({
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
  run: (ports: ErasurePorts, { who: written }, caller) =>
    withPerson(ports, written, caller, (wanted) =>
      erasing.erasePerson(wanted, caller, ports.erasing),
    ),
});

async function withPerson<Value>(
  ports: ErasurePorts,
  written: string,
  { accountId }: InAccount,
  work: (wanted: erasing.Wanted) => Promise<Value>,
): Promise<Value | Refusal<(typeof ofOwner)['refusals'][number]>> {
  const who = await readPerson(written, accountId, ports);
  if (who === undefined) return refuse('person is not readable', { field: 'who' });
  const done = await ports.erasing.few.run(() => work({ who, accountId }));
  return done ?? refuse('too many erasures', { params: { retryAfterS: 10 } });
}

async function readPerson(
  text: string,
  accountId: number,
  { accounts }: ErasurePorts,
): Promise<erasing.WrittenSubject | undefined> {
  if (text.includes('@')) {
    return parseEmailAddress(text) === undefined ? undefined : erasing.readEmailSubject(text);
  }
  const { homeCountry } = must(await accounts.findAccount(accountId), 'account of a role');
  const phone = parsePhoneNumber(text, homeCountry);
  return phone && { kind: 'phone', phone };
}

function shown(who: erasing.WrittenSubject): string {
  return who.kind === 'phone' ? formatPhone(who.phone) : who.address;
}
