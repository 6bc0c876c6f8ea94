/** A virtual number as replies show it. */
import type { FieldValue } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import type { ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import type { VirtualNumber } from '#numbers/virtual-number.ts';
import { formatLocalTime } from '../account-time.ts';

/** What it can do and costs. */
export function numberToJson(number: VirtualNumber): Record<string, FieldValue> {
  return {
    number: formatPhone(number.phone),
    sms: number.takesSms,
    calls: number.takesCalls,
    callForward: number.canForward,
    monthlyPrice: toNumber(number.monthlyPrice),
    minutePrice: toNumber(number.minutePrice),
  };
}

/** The mode as the interface numbers it. */
export function ruleToJson(rule: ForwardRule | undefined): Record<string, FieldValue> {
  if (rule === undefined) return { type: 0, param: '' };
  return rule.kind === 'forward'
    ? { type: 1, param: formatPhone(rule.target) }
    : { type: 2, param: rule.target };
}

export function timeToJson(atMs: number | null): string | null {
  return atMs === null ? null : formatLocalTime(atMs);
}
