/** `account search`: finds what an account has by exact keys: each that the text may be is asked by its index, and all at once. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { type InAccount, operation } from '#core/operation.ts';

/** To the millisecond. */
const at = z.iso.datetime();
const phone = z.string();

const foundView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    at,
    messageId: z.int(),
    place: z.int(),
    phone,
    state: z.string(),
    tag: z.string(),
  }),
  z.object({
    kind: z.literal('reply'),
    at,
    phone,
    /** Of the thread; null: this role sees no phones. */
    sender: z.string().nullable(),
    number: z.string(),
    text: z.string().nullable(),
  }),
  z.object({ kind: z.literal('stop'), at, phone }),
  z.object({
    kind: z.literal('call'),
    at,
    callId: z.int(),
    /** The number that was called. */
    number: z.string(),
    /** Who called; empty for one who hides. */
    phone,
  }),
  z.object({
    kind: z.literal('email'),
    at,
    emailId: z.string(),
    /** Empty where this role may not read it. */
    subject: z.string(),
    tag: z.string(),
  }),
  z.object({ kind: z.literal('suppression'), at, address: z.string() }),
  z.object({ kind: z.literal('event'), at, eventId: z.string(), event: z.string() }),
]);

export type Found = z.input<typeof foundView>;

export type Sought = Pick<InAccount, 'accountId' | 'role' | 'atMs'> & {
  readonly text: string;
  readonly homeCountry: string;
};

/** What a room finds of its own. */
export type Finder = (sought: Sought) => Promise<readonly Found[]>;

/** Of each kind. */
export const foundMax = 10;
export const newestFound = { beforeId: Number.MAX_SAFE_INTEGER, limit: foundMax };

type SearchPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly finders: readonly Finder[];
};

export const searchAccount = operation({
  name: 'account search',
  does: 'reads',
  needs: 'read facts',
  positional: ['q'],
  input: z.strictObject({ q: z.string().trim().min(1).max(254) }),
  output: z.object({ found: z.array(foundView) }),
  async run({ accounts, finders }: SearchPorts, { q: text }, { accountId, role, atMs }) {
    const { homeCountry } = must(await accounts.findAccount(accountId), 'account');
    const sought = { accountId, role, atMs, text, homeCountry };
    const found = await Promise.all(finders.map((find) => find(sought)));
    return { found: distinct(found.flat()).toSorted((a, b) => compare(b.at, a.at)) };
  },
});

/** One thing may be found by two keys. */
function distinct(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Instants of one form. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
