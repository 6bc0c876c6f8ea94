/** The way of a call through our numbers: who was called, whom that leads to, and so on to its end. */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { ForwardOptions, ForwardRule } from '../forwarding/forward-rule.ts';
import { usualOptions } from '../forwarding/forward-rule.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import type { CallPayer, VirtualNumberStore } from '../virtual-number-store.ts';

export type ForwardingStep = {
  readonly number: VirtualNumber;
  /** Undefined: nobody's. */
  readonly account: CallPayer | undefined;
  readonly rule: ForwardRule | undefined;
  /** The rule leads to another number of ours. */
  readonly leadsOn: boolean;
  readonly options: ForwardOptions;
};

/** The number that was called first, and behind it those of ours that it was led on to. */
export type CallWay = {
  readonly hops: readonly ForwardingStep[];
  /** Led on for more than `hopsMax` numbers, or in a circle. */
  readonly isEndless: boolean;
};

type Numbers = Pick<VirtualNumberStore, 'findCalled'>;

const hopsMax = 5;

/** Reads it again for each call: a rule that was answered 200 holds for the next one. */
export async function readWay(dialled: PhoneNumber, numbers: Numbers): Promise<CallWay> {
  const hops: ForwardingStep[] = [];
  let next: PhoneNumber | undefined = dialled;
  while (next !== undefined) {
    const called: PhoneNumber = next;
    if (hops.some(({ number }) => number.phone === called)) return { hops, isEndless: true };
    const hop = await readHop(called, numbers);
    if (hop === undefined) return { hops, isEndless: false };
    if (hops.length === hopsMax) return { hops, isEndless: true };
    hops.push(hop);
    next = hop.leadsOn && hop.rule?.kind === 'forward' ? hop.rule.target : undefined;
  }
  return { hops, isEndless: false };
}

async function readHop(phone: PhoneNumber, numbers: Numbers): Promise<ForwardingStep | undefined> {
  const called = await numbers.findCalled(phone);
  return called && { ...called, options: called.options ?? usualOptions };
}
