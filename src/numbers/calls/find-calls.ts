/** Finds calls by their id, and by each number that has to do with them. */
import { type Found, foundMax, type Sought } from '#accounts/search/search-operation.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { showPhone } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import type { CallRecord, CallStore } from './call-record.ts';
import { isSeenBy, sideOf } from './call-side.ts';

type FindPorts = { readonly calls: Pick<CallStore, 'findCall' | 'callsOfNumber'> };

export async function findCalls(
  { calls }: FindPorts,
  { accountId, role, text, homeCountry }: Sought,
): Promise<readonly Found[]> {
  const phone = parsePhoneNumber(text, homeCountry);
  const [named, found] = await Promise.all([
    /^\d{1,15}$/.test(text) ? calls.findCall(Number(text)) : undefined,
    phone === undefined ? [] : calls.callsOfNumber(accountId, phone, foundMax),
  ]);
  const own = named !== undefined && isSeenBy(named, accountId) ? [sideOf(named, accountId)] : [];
  const sides = found.map((call) => sideOf(call, accountId, phone));
  const shown = sides.filter((call) =>
    [call.caller, call.number, call.target].includes(phone ?? ''),
  );
  return [...own, ...shown].map((call) => viewFound(call, role));
}

function viewFound({ id, number, caller, startedAtMs }: CallRecord, role: Role): Found {
  const phone = caller === '' ? '' : showPhone(caller, role);
  const at = exactInstantText(startedAtMs);
  return { kind: 'call', at, callId: id, number: `+${number}`, phone };
}
