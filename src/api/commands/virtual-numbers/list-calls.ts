/** `vn/calls`: the calls to the account's numbers, newest first: who called, what became of it, what it cost. */
import { reachOf } from '#accounts/authenticator.ts';
import { type FieldValue, succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { formatCaller } from '#core/phone-number.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import { sideOf } from '#numbers/calls/call-side.ts';
import { formatLocalTime } from '../account-time.ts';
import type { Run } from '../command.ts';
import { timeToJson } from './number-view.ts';
import { readPage } from './read-page.ts';
import type { VirtualNumberPorts } from './virtual-number-ports.ts';

const pageMax = 100;

export function listOwnCalls({ calls }: Pick<VirtualNumberPorts, 'calls'>): Run {
  return async (call) => {
    const page = readPage(call);
    if (!page.ok) return page;
    const { id: accountId, currency } = call.caller.account;
    const { number, beforeId } = page;
    const found = await calls.listCalls({
      ...reachOf(call.caller),
      number,
      beforeId,
      limit: pageMax,
    });
    const last = found.at(-1);
    const next = last === undefined || found.length < pageMax ? null : last.id;
    return succeed({
      currency,
      calls: found.map((each) => toCallJson(sideOf(each, accountId, number))),
      next,
    });
  };
}

function toCallJson(call: CallRecord): Record<string, FieldValue> {
  const { answeredAtMs, endedAtMs, startedAtMs, kind } = call;
  return {
    id: call.id,
    number: formatCaller(call.number),
    caller: formatCaller(call.caller),
    kind,
    target: kind === 'voicemail' ? call.target : formatCaller(call.target),
    startedAt: formatLocalTime(startedAtMs),
    answeredAt: timeToJson(answeredAtMs),
    endedAt: timeToJson(endedAtMs),
    seconds: call.billedS,
    cost: toNumber(call.cost),
    cause: call.cause,
    status: call.sipStatus,
    rule: call.rule,
  };
}
