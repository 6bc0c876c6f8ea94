/**
 * What an account sees of a call that went by numbers of several: the numbers of its own, whom they led to, and what it
 * paid. Where another account's number led the call next, and on whose rule or money it ended, is that account's to know.
 */
import { zero } from '#core/money.ts';
import type { CallHop, CallRecord, NewCall } from './call-record.ts';

type Told = NewCall & { readonly cause?: CallRecord['cause'] };

/** `asked` is the number whose calls are listed; the call stands under each number that it went by. */
export function sideOf<Call extends Told>(call: Call, accountId: number, asked?: string): Call {
  const way = wayOf(call);
  const own = way.filter((hop) => hop.accountId === accountId);
  const { number } = own.find((hop) => hop.number === asked) ?? own[0] ?? call;
  const next = way[way.findLastIndex((hop) => hop.accountId === accountId) + 1];
  const seen = call.payerId === accountId ? call : { ...call, ...unpaid };
  if (next === undefined) return { ...seen, number };
  const kind = call.kind === 'refused' ? call.kind : 'forward';
  const cause = call.cause === 'balance' ? 'policy' : call.cause;
  // What is refused for nobody's number is refused for that of the account before.
  const rule = way.at(-1)?.accountId === null ? {} : { rule: '' };
  return { ...seen, ...rule, number, kind, target: next.number, trunkOut: '', cause };
}

export function isSeenBy(call: NewCall, accountId: number): boolean {
  return wayOf(call).some((hop) => hop.accountId === accountId);
}

/** Accounts that see something of it, each once. */
export function accountsOf(call: NewCall): readonly number[] {
  // Nearly all calls: told apart twice for each.
  if (call.hops.length === 0) return call.accountId === null ? [] : [call.accountId];
  const ids = wayOf(call).map(({ accountId }) => accountId);
  return [...new Set(ids.filter((id) => id !== null))];
}

const unpaid = { cost: zero, perMinute: zero, reserved: zero };

function wayOf({ number, accountId, hops }: NewCall): readonly CallHop[] {
  return [{ number, accountId }, ...hops];
}
