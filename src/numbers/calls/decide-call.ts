/** Reads what the decision on a call needs, and has it made. */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { CallInHand } from './call-in-hand.ts';
import { type Decision, decide } from './call-policy.ts';
import { type CallPrice, priceOfCall } from './call-price.ts';
import { noCalls } from './call-record.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import type { CallWay } from './call-way.ts';
import { divertedBy } from './diversions.ts';

const dayMs = 86_400_000;

export type Decided = {
  readonly decision: Decision;
  /** Gives back what the call took of its account's limits. */
  readonly release: () => void;
};

export async function decideCall(
  { call, caller, startedAtMs }: CallInHand,
  way: CallWay,
  ports: CallServicePorts,
): Promise<Decided> {
  const { isOpen, isSpent, elsewhere } = await ask(way, startedAtMs, ports);
  const forwards = call.request.headers.get('max-forwards');
  let release = nothing;
  const decision = decide(
    {
      caller: caller.number,
      maxForwards: forwards === undefined ? undefined : Number(forwards),
      divertedBy: divertedBy(call.request),
      nowMs: startedAtMs,
    },
    way,
    {
      mayCall: () => isOpen,
      priceOf: (payer, target) => payablePrice(payer.id, target, ports),
      trunksToward: (to) => ports.health.inOrder(ports.trunks().toward(to, ports.random)),
      cap: (account, number, from) => {
        if (isSpent) return 'money for calls a day';
        const answer = ports.caps.take({ accountId: account.id, number, caller: from, elsewhere });
        if (!answer.ok) return answer.limit;
        release = answer.release;
        return undefined;
      },
    },
  );
  return { decision, release };
}

/** What only the storage knows. */
async function ask({ hops }: CallWay, nowMs: number, ports: CallServicePorts) {
  const last = hops.at(-1);
  const payer = last?.account;
  if (payer === undefined) return { isOpen: false, isSpent: false, elsewhere: noCalls };
  const target = last?.rule?.kind === 'forward' ? last.rule.target : undefined;
  const owner = { payerId: payer.id, number: last?.number.phone ?? '' };
  const [isOpen, spent, elsewhere] = await Promise.all([
    target === undefined ? false : ports.mayCall(payer, target),
    ports.spentSince(payer.id, nowMs - (nowMs % dayMs)),
    ports.callsElsewhere(owner),
  ]);
  return { isOpen, isSpent: spent >= ports.limits.spendPerDay, elsewhere };
}

/** Dearer ones than the installation allows are none. */
export function payablePrice(
  accountId: number,
  target: PhoneNumber,
  { prices, limits }: Pick<CallServicePorts, 'prices' | 'limits'>,
): CallPrice | undefined {
  const price = priceOfCall(prices(), accountId, target);
  return price !== undefined && price.perMinute <= limits.perMinuteMax ? price : undefined;
}

function nothing(): void {}
