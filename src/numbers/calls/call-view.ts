/** A call as people see it: as the side of an account, or as it went, for those who run the installation. */
import { z } from 'zod';
import { exactInstantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone } from '#core/masked.ts';
import { formatExact } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { type CallRecord, endCauses } from './call-record.ts';

/** To the millisecond. */
const instant = z.iso.datetime();

export const callView = z.object({
  id: z.int(),
  number: z.string(),
  /** Empty for a caller who hides. */
  caller: z.string(),
  kind: z.enum(['forward', 'voicemail', 'refused']),
  target: z.string(),
  startedAt: instant,
  ringingAt: instant.nullable(),
  answeredAt: instant.nullable(),
  endedAt: instant.nullable(),
  trunkIn: z.string(),
  /** Empty where it was led nowhere. */
  trunkOut: z.string(),
  billedSeconds: z.int(),
  cost: z.string(),
  /** Null while it goes on. */
  cause: z.enum(endCauses).nullable(),
  sipStatus: z.int(),
  rule: z.string(),
});

export type CallView = z.input<typeof callView>;

export function viewCall(call: CallRecord, role: Role): CallView {
  const { id, kind, target, cause, sipStatus, rule, trunkIn, trunkOut } = call;
  const address = mayRead(role) ? target : maskAddress(target);
  return {
    id,
    kind,
    cause,
    sipStatus,
    rule,
    trunkIn,
    trunkOut,
    number: `+${call.number}`,
    caller: showPhone(call.caller, role),
    target: kind === 'voicemail' ? address : showPhone(target, role),
    startedAt: exactInstantText(call.startedAtMs),
    ringingAt: instantOrNull(call.ringingAtMs),
    answeredAt: instantOrNull(call.answeredAtMs),
    endedAt: instantOrNull(call.endedAtMs),
    billedSeconds: call.billedS,
    cost: formatExact(call.cost),
  };
}

export const priceView = z.object({
  perMinute: z.string(),
  /** The first so many seconds are billed whole, then every so many. */
  firstSeconds: z.int(),
  nextSeconds: z.int(),
  /** Set aside while it went on. */
  reserved: z.string(),
});

export function viewPrice({ perMinute, firstS, nextS, reserved }: CallRecord) {
  return {
    perMinute: formatExact(perMinute),
    firstSeconds: firstS,
    nextSeconds: nextS,
    reserved: formatExact(reserved),
  };
}

/** Of the installation: the numbers of several accounts by which it went, and who paid. */
export const wholeCallView = callView.extend({
  account: z.int().nullable(),
  payer: z.int().nullable(),
  /** Numbers of ours that it was led on to, in order. */
  hops: z.array(z.object({ number: z.string(), account: z.int().nullable() })),
  price: priceView.nullable(),
});

export function viewWholeCall(call: CallRecord, role: Role): z.input<typeof wholeCallView> {
  return {
    ...viewCall(call, role),
    account: call.accountId,
    payer: call.payerId,
    hops: call.hops.map(({ number, accountId: account }) => ({ number: `+${number}`, account })),
    price: call.kind === 'refused' ? null : viewPrice(call),
  };
}

function instantOrNull(atMs: number | null): string | null {
  return atMs === null ? null : exactInstantText(atMs);
}
