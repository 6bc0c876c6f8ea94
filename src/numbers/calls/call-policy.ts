/**
 * What becomes of a call: one pure function over what is known of it, so that the policy can be read,
 * and tested, as a table. Everything else carries out what it says.
 */
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { ForwardOptions } from '../forwarding/forward-rule.ts';
import type { Trunk } from '../trunks/trunk.ts';
import { stateOf } from '../virtual-number.ts';
import type { CallPayer } from '../virtual-number-store.ts';
import type { CallPrice } from './call-price.ts';
import type { EndCause } from './call-record.ts';
import type { CallWay, ForwardingStep } from './call-way.ts';

export type CallFacts = {
  /** Empty where the caller hides. */
  readonly caller: string;
  /** Of the request; undefined where it had none (RFC 3261 §8.1.1.6). */
  readonly maxForwards: number | undefined;
  /** Numbers in Diversion and History-Info: who has led the call on before us. */
  readonly divertedBy: readonly string[];
  readonly nowMs: number;
};

/** What the policy asks of the rest of the program; each is told only once the answers before it allow the call. */
export type Neighbours = {
  readonly mayCall: (account: CallPayer, target: PhoneNumber) => boolean;
  readonly priceOf: (account: CallPayer, target: PhoneNumber) => CallPrice | undefined;
  readonly trunksToward: (target: PhoneNumber) => readonly Trunk[];
  /** The name of the limit that is used up; undefined takes the call into account. */
  readonly cap: (payer: CallPayer, number: PhoneNumber, caller: string) => string | undefined;
};

export type Decision =
  | {
      readonly kind: 'refuse';
      readonly status: 403 | 404 | 480 | 482 | 483 | 486 | 503;
      readonly cause: EndCause;
      /** Which rule says so, for the call record. */
      readonly rule: string;
      /** From the number that was called to the one that refuses it; empty where that is not ours. */
      readonly hops: readonly ForwardingStep[];
    }
  | {
      readonly kind: 'voicemail';
      /** The last has the rule: the greeting and the price of its minutes are its own. */
      readonly hops: readonly ForwardingStep[];
      readonly payer: CallPayer;
      readonly mailTo: string;
      readonly options: ForwardOptions;
      readonly perMinute: Millionths;
    }
  | {
      readonly kind: 'forward';
      readonly target: PhoneNumber;
      /** Each adds its Diversion, the first called at the bottom. */
      readonly hops: readonly ForwardingStep[];
      readonly payer: CallPayer;
      readonly price: CallPrice;
      readonly trunks: readonly Trunk[];
      readonly options: ForwardOptions;
    };

export function decide(call: CallFacts, way: CallWay, neighbours: Neighbours): Decision {
  const [called] = way.hops;
  if (called === undefined) return refuse([], why(404, 'unknown_number', 'number is not ours'));
  return (
    refuseOfNumbers(way.hops, call.nowMs) ??
    refuseLoop(call, way) ??
    decideByRule(call, way.hops, neighbours)
  );
}

/** Each number on the way must take the call; what the first one lacks is told as the caller knows it. */
function refuseOfNumbers(hops: readonly ForwardingStep[], nowMs: number): Decision | undefined {
  for (const [place, hop] of hops.entries()) {
    const lack = lackOf(hop, nowMs);
    if (lack !== undefined) return refuse(hops.slice(0, place + 1), lack);
  }
  return undefined;
}

function lackOf({ number, account, rule }: ForwardingStep, nowMs: number): Why | undefined {
  const state = stateOf(number, nowMs);
  if (state === 'free' || state === 'quarantined') {
    return why(404, 'unknown_number', `number is ${state}`);
  }
  if (!number.takesCalls) return why(404, 'unknown_number', 'number takes no calls');
  if (state === 'deactivated') return why(480, 'policy', 'number is deactivated');
  if (!number.canForward) return why(480, 'policy', 'number cannot forward');
  if (account?.state !== 'active') return why(403, 'policy', 'account is not active');
  return rule === undefined ? why(480, 'policy', 'forwarding is off') : undefined;
}

/** RFC 3261 §16.3: 483 where no hop is left; 482 where the call has been here. */
function refuseLoop(call: CallFacts, { hops, isEndless }: CallWay): Decision | undefined {
  const called = hops.slice(0, 1);
  if (isEndless) return refuse(called, why(482, 'loop', 'numbers lead to each other'));
  const hasBeenHere = hops.some(({ number }) => call.divertedBy.includes(number.phone));
  if (hasBeenHere) return refuse(called, why(482, 'loop', 'diverted by the number before'));
  if (call.maxForwards === 0) return refuse(called, why(483, 'loop', 'no hop is left'));
  return undefined;
}

function decideByRule(
  call: CallFacts,
  hops: readonly ForwardingStep[],
  neighbours: Neighbours,
): Decision {
  const last = hops.at(-1);
  // Each number on the way has an account and a rule by now.
  if (last?.account === undefined || last.rule === undefined) {
    return refuse(hops, why(480, 'policy', 'forwarding is off'));
  }
  const { account: payer, rule, number, options } = last;
  if (rule.kind === 'voicemail') {
    const rejected = cap(payer, hops, call, neighbours);
    if (rejected !== undefined) return rejected;
    const perMinute = number.minutePrice;
    return { kind: 'voicemail', hops, payer, mailTo: rule.target, options, perMinute };
  }
  return decideForward(call, hops, { payer, last, target: rule.target, neighbours });
}

type Forward = {
  readonly payer: CallPayer;
  readonly last: ForwardingStep;
  readonly target: PhoneNumber;
  readonly neighbours: Neighbours;
};

/** 403 is policy or money, 486 a limit, 503 only that no carrier is there: carriers go elsewhere on 503. */
function decideForward(
  call: CallFacts,
  hops: readonly ForwardingStep[],
  { payer, last, target, neighbours }: Forward,
): Decision {
  if (!neighbours.mayCall(payer, target))
    return refuse(hops, why(403, 'policy', 'destination is closed'));
  const price = neighbours.priceOf(payer, target);
  if (price === undefined) return refuse(hops, why(403, 'policy', 'destination has no price'));
  const trunks = neighbours.trunksToward(target);
  // A phone that no trunk reaches is one that nobody answers.
  const takesMessage = last.options.unanswered === 'voicemail';
  if (trunks.length === 0 && !takesMessage) {
    return refuse(hops, why(503, 'trunk_failed', 'no trunk goes there'));
  }
  const rejected = cap(payer, hops, call, neighbours);
  if (rejected !== undefined) return rejected;
  return { kind: 'forward', target, hops, payer, price, trunks, options: last.options };
}

function cap(
  payer: CallPayer,
  hops: readonly ForwardingStep[],
  { caller }: CallFacts,
  neighbours: Neighbours,
): Decision | undefined {
  const number = must(hops.at(-1), 'last hop').number.phone;
  const limit = neighbours.cap(payer, number, caller);
  return limit === undefined ? undefined : refuse(hops, why(486, 'policy', limit));
}

type Refuse = Extract<Decision, { readonly kind: 'refuse' }>;
type Why = Omit<Refuse, 'kind' | 'hops'>;

function refuse(hops: readonly ForwardingStep[], reason: Why): Refuse {
  return { kind: 'refuse', ...reason, hops };
}

function why(status: Why['status'], cause: EndCause, rule: string): Why {
  return { status, cause, rule };
}
