/** Which messages a list, a total or a table is about, as a page asks for them. */
import type { Clock } from '#core/clock.ts';
import { mayRead } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { parsePhoneNumber, phoneBeginning } from '#core/phone-number.ts';
import type { MessageRecordStore, RecordFilter } from '#sms/records/message-record-store.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import type { Query } from '../definition.ts';
import { written } from '../written.ts';
import type { totalMessages } from './definitions.ts';

type FilterPorts = CallerPorts & {
  readonly records: Pick<MessageRecordStore, 'listRecords'>;
  readonly clock: Clock;
};

type Asked = {
  readonly accountId: number;
  readonly role: Role;
  readonly query: Query<typeof totalMessages>;
};

export async function readFilter(ports: FilterPorts, asked: Asked): Promise<RecordFilter> {
  const { state, mode, from, until } = asked.query;
  const [to, sender, tag] = [asked.query.to, asked.query.sender, asked.query.tag].map(written);
  const phones: Phones = to === undefined ? {} : await readPhone(ports, asked, to);
  const tags: Tags = tag === undefined ? {} : await readTag(ports, asked, tag);
  const begins = { phone: phones.begins, sender, tag: tags.begins };
  const isScheduled = state === 'scheduled';
  const states = state === undefined ? undefined : isScheduled ? 'accepted' : state;
  return {
    phone: phones.phone,
    tag: tags.tag,
    begins: Object.values(begins).some((one) => one !== undefined) ? begins : undefined,
    states: states === undefined ? undefined : [states],
    scheduledAfterMs: isScheduled ? ports.clock.nowMs() : undefined,
    test: mode === undefined ? undefined : mode === 'test',
    fromMs: from,
    untilMs: until,
  };
}

type Phones = { readonly phone?: RecordFilter['phone']; readonly begins?: string };
type Tags = { readonly tag?: string; readonly begins?: string };

/** No phone and no tag is longer: what begins so has received nothing. */
const nothing = { begins: '-'.repeat(41) };

/**
 * A whole number where something went to it, which the index finds; else how numbers begin. Whoever may not
 * read numbers finds by whole ones alone: digit by digit they could be found out.
 */
async function readPhone(
  { records, ...ports }: FilterPorts,
  { accountId, role }: Asked,
  to: string,
): Promise<Phones> {
  const { homeCountry } = await findAccount(ports, accountId);
  const phone = parsePhoneNumber(to, homeCountry);
  if (phone !== undefined) {
    const known = await records.listRecords({ accountId, phone, ...newest });
    if (known.records.length > 0 || !mayRead(role)) return { phone };
  }
  const begins = phoneBeginning(to, homeCountry);
  return mayRead(role) && begins !== undefined ? { begins } : nothing;
}

const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 };

/** A tag that is in use, which the index finds; else how tags begin. */
async function readTag({ records }: FilterPorts, { accountId }: Asked, tag: string): Promise<Tags> {
  const known = await records.listRecords({ accountId, tag, ...newest });
  return known.records.length > 0 ? { tag } : { begins: tag };
}
