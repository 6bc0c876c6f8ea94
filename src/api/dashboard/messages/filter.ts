/** Which messages a list or a table is about, as a page asks for them. */
import { parsePhoneNumber } from '#core/phone-number.ts';
import type { RecordFilter } from '#sms/records/message-record-store.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import type { Query } from '../definition.ts';
import type { exportMessages } from './definitions.ts';

/** Undefined: what was asked for is no phone number, which has received nothing. */
export async function readFilter(
  ports: CallerPorts,
  accountId: number,
  query: Query<typeof exportMessages>,
): Promise<RecordFilter | undefined> {
  const { to, state, sender, tag, mode, from, until } = query;
  const { homeCountry } = await findAccount(ports, accountId);
  const phone = to === undefined ? undefined : parsePhoneNumber(to, homeCountry);
  if (to !== undefined && phone === undefined) return undefined;
  return {
    phone,
    states: state === undefined ? undefined : [state],
    sender,
    tag,
    test: mode === undefined ? undefined : mode === 'test',
    fromMs: from,
    untilMs: until,
  };
}
