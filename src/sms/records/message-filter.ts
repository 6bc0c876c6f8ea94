/** Which messages a list, a total or a table is about. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { fromInput, lineInput } from '#core/common-inputs.ts';
import { orders } from '#core/id-paging.ts';
import { mayRead } from '#core/masked.ts';
import type { InAccount } from '#core/operation.ts';
import { parsePhoneNumber, phoneBeginning } from '#core/phone-number.ts';
import { keyModes } from '#model/key-mode.ts';
import { recipientStates } from '#model/recipient-state.ts';
import type { MessageRecordStore, RecordFilter } from './message-record-store.ts';

export type FilterPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly messages: Pick<MessageRecordStore, 'listRecords'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

/** An empty text chooses nothing. */
export const filterShape = {
  /** A phone in any form, or how it begins. */
  to: lineInput(0, 40).optional(),
  /** `scheduled`: accepted, and still to leave at a time. */
  state: z.enum([...recipientStates, 'scheduled']).optional(),
  /** Why it was not delivered: `UNDELIV`. */
  reason: lineInput(0, 60).optional(),
  sender: lineInput(0, 20).optional(),
  /** The whole tag, or how it begins. */
  tag: lineInput(0, 20).optional(),
  mode: z.enum(keyModes).optional(),
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};

export const order = z.enum(orders).default('newest');

const filter = z.object(filterShape);
type Asked = z.output<typeof filter>;

export async function readFilter(
  ports: FilterPorts,
  { to = '', state, reason = '', sender = '', tag = '', mode, from: fromMs, until: untilMs }: Asked,
  caller: InAccount,
): Promise<RecordFilter> {
  const phones: Phones = to === '' ? {} : await readPhone(ports, to, caller);
  const tags: Tags = tag === '' ? {} : await readTag(ports, tag, caller);
  const begins = { phone: phones.begins, sender: sender || undefined, tag: tags.begins };
  const isScheduled = state === 'scheduled';
  const states = state === undefined ? undefined : [isScheduled ? 'accepted' : state];
  return {
    phone: phones.phone,
    tag: tags.tag,
    begins: Object.values(begins).some((one) => one !== undefined) ? begins : undefined,
    states,
    reason: reason || undefined,
    scheduledAfterMs: isScheduled ? ports.clock.nowMs() : undefined,
    test: mode === undefined ? undefined : mode === 'test',
    fromMs,
    untilMs,
  };
}

type Phones = { readonly phone?: RecordFilter['phone']; readonly begins?: string };
type Tags = { readonly tag?: string; readonly begins?: string };

/** No phone and no tag is longer: what begins so has received nothing. */
const nothing = { begins: '-'.repeat(41) };

/**
 * A whole number where something went to it, which the index finds; else how numbers begin. A role that may not
 * read numbers finds by whole ones alone: digit by digit they could be found out.
 */
async function readPhone(
  { accounts, messages }: FilterPorts,
  to: string,
  { accountId, role }: InAccount,
): Promise<Phones> {
  const { homeCountry } = must(await accounts.findAccount(accountId), 'account');
  const phone = parsePhoneNumber(to, homeCountry);
  if (phone !== undefined) {
    const known = await messages.listRecords({ accountId, phone, ...newest });
    if (known.records.length > 0 || !mayRead(role)) return { phone };
  }
  const begins = phoneBeginning(to, homeCountry);
  return mayRead(role) && begins !== undefined ? { begins } : nothing;
}

const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 };

/** A tag that is in use, which the index finds; else how tags begin. */
async function readTag({ messages }: FilterPorts, tag: string, { accountId }: InAccount) {
  const known = await messages.listRecords({ accountId, tag, ...newest });
  return known.records.length > 0 ? { tag } : { begins: tag };
}
