/** Calls as commands show them. */
import { formatExact, toNumber } from '#core/money.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import { formatTime, table } from './text-table.ts';

export function callJson(call: CallRecord): object {
  const { perMinute, reserved, cost, startedAtMs, ringingAtMs, answeredAtMs, endedAtMs } = call;
  return {
    id: call.id,
    account: call.accountId,
    number: call.number,
    caller: call.caller,
    kind: call.kind,
    target: call.target,
    trunkIn: call.trunkIn,
    trunkOut: call.trunkOut,
    startedAt: formatTime(startedAtMs),
    ringingAt: timeOrNull(ringingAtMs),
    answeredAt: timeOrNull(answeredAtMs),
    endedAt: timeOrNull(endedAtMs),
    billedS: call.billedS,
    perMinute: toNumber(perMinute),
    reserved: toNumber(reserved),
    cost: toNumber(cost),
    cause: call.cause,
    status: call.sipStatus,
    rule: call.rule,
  };
}

export function callsText(calls: readonly CallRecord[]): string {
  return table(
    ['id', 'began', 'from', 'to', 'led to', 'end', 'status', 'billed', 'cost'],
    calls.map((call) => [
      String(call.id),
      formatTime(call.startedAtMs),
      call.caller === '' ? 'hidden' : call.caller,
      call.number,
      call.kind === 'refused' ? '-' : call.target,
      call.cause === null ? 'goes on' : [call.cause, call.rule].filter(Boolean).join(': '),
      String(call.sipStatus),
      `${call.billedS} s`,
      formatExact(call.cost),
    ]),
  );
}

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : formatTime(atMs);
}
