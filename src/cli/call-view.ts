/** Calls as commands show them. */
import { formatExact, toNumber } from '#core/money.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import { fields, formatTime, table } from './text-table.ts';

export function callJson(call: CallRecord): object {
  const { perMinute, reserved, cost, startedAtMs, ringingAtMs, answeredAtMs, endedAtMs } = call;
  return {
    id: call.id,
    account: call.accountId,
    number: call.number,
    hops: call.hops.map(({ number, accountId }) => ({ number, account: accountId })),
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
      [call.number, ...call.hops.map(({ number }) => number)].join(' > '),
      call.kind === 'refused' ? '-' : call.target,
      call.cause === null ? 'goes on' : [call.cause, call.rule].filter(Boolean).join(': '),
      String(call.sipStatus),
      `${call.billedS} s`,
      formatExact(call.cost),
    ]),
  );
}

/** One call: who, over which trunks, at what price, and then what happened when. */
export function callText(call: CallRecord): string {
  const price = `${formatExact(call.perMinute)} a minute, first ${call.firstS} s, then every ${call.nextS} s`;
  const facts = fields([
    ['call', String(call.id)],
    ['from', `${call.caller === '' ? 'hidden' : call.caller} by ${call.trunkIn}`],
    [
      'to',
      `${call.number === '' ? 'what is no number' : call.number} of ${nameOf(call.accountId)}`,
    ],
    ...call.hops.map(
      ({ number, accountId }) => ['by way of', `${number} of ${nameOf(accountId)}`] as const,
    ),
    ['led to', call.kind === 'refused' ? '-' : ledTo(call)],
    ['status', call.sipStatus === 0 ? '-' : String(call.sipStatus)],
    ['rule', call.rule === '' ? '-' : call.rule],
    ['price', call.kind === 'refused' ? '-' : price],
    ['cost', `${formatExact(call.cost)} for ${call.billedS} s, paid by ${nameOf(call.payerId)}`],
    ['set aside', formatExact(call.reserved)],
  ]);
  const steps = stepsOf(call).map(({ atMs, what }) => [
    formatTime(atMs),
    `${((atMs - call.startedAtMs) / 1_000).toFixed(1)} s`,
    what,
  ]);
  return `${facts}\n${table(['time', 'after', 'what happened'], steps)}`;
}

function nameOf(accountId: number | null): string {
  return accountId === null ? 'nobody' : `account ${accountId}`;
}

type Step = { readonly atMs: number; readonly what: string };

/** What is known of its course, in the order in which it happened. */
export function stepsOf(call: CallRecord): readonly Step[] {
  const { startedAtMs, ringingAtMs, answeredAtMs, endedAtMs, cause } = call;
  const end = cause === null ? 'goes on' : cause.replaceAll('_', ' ');
  const all: readonly (readonly [number | null, string])[] = [
    [startedAtMs, 'came'],
    [ringingAtMs, 'rang'],
    [answeredAtMs, 'was answered'],
    [endedAtMs, `ended: ${end}`],
  ];
  return all.flatMap(([atMs, what]) => (atMs === null ? [] : [{ atMs, what }]));
}

function ledTo({ kind, target, trunkOut }: CallRecord): string {
  const by = trunkOut === '' ? '' : ` by ${trunkOut}`;
  return `${target}${by}${kind === 'voicemail' ? ', as a message' : ''}`;
}

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : formatTime(atMs);
}
