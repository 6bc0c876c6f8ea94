/** What one request has counted, to be given back as a whole, and what a limit does that it exceeds. */
import type { Counter, Counters } from './counters.ts';
import { type LimitRefusal, refuse } from './limit-refusal.ts';
import type { PassingCounts } from './passing-counts.ts';
import type { Policy } from './policy.ts';
import type { Limit, RuleName } from './rules.ts';

export type Alert = {
  readonly accountId: number;
  readonly rule: RuleName;
  readonly subject: string;
  readonly max: number;
};

export type TakingPorts = {
  readonly counters: Counters;
  /** Messages of the account's busiest hour in seven days, by the subject of its counter. */
  readonly busiestHour: (subject: string) => number;
  /** A rule that only alerts is exceeded: once for each window. */
  readonly alert: (alert: Alert) => void;
};

/** Who sends, when, and what is allowed to them. */
type Asked = { readonly accountId: number; readonly policy: Policy; readonly nowMs: number };

/** A trusted account may send so many times as much as ever before. */
const busiestTimes = 10;

type Counted = {
  readonly counter: Counter;
  readonly windowStartMs: number;
  readonly amount: number;
};

export class Taking {
  readonly #ask: Asked;
  readonly #ports: TakingPorts;
  readonly #passing: PassingCounts;
  readonly #counted: Counted[] = [];
  heldBy: RuleName | undefined;
  /** What else is to be forgotten. */
  undone: (() => void) | undefined;

  constructor(ask: Asked, ports: TakingPorts, passing: PassingCounts) {
    this.#ask = ask;
    this.#ports = ports;
    this.#passing = passing;
  }

  /** Counts a message to a phone. New numbers are told by it, so it counts also where it has no limit. */
  see(phone: number): { readonly counted: number; readonly refusal: LimitRefusal | undefined } {
    const rule = 'phone-10min';
    const limit = this.#ask.policy.limits[rule];
    if (!isStored(rule, limit)) {
      const counted = this.#passing.add(rule, phone, this.#ask);
      const refusal = limit.action === 'ignore' ? undefined : this.#passed(rule, phone, counted);
      return { counted, refusal };
    }
    const counter = this.#counterAt(rule, phone);
    return { counted: counter.count, refusal: this.count(counter, limit, 1) };
  }

  /** `digits` of a phone or a block. */
  tally(rule: RuleName, digits: number): LimitRefusal | undefined {
    const limit = this.#ask.policy.limits[rule];
    if (limit.action === 'ignore') return undefined;
    return isStored(rule, limit)
      ? this.tallyStored(rule, digits)
      : this.#passed(rule, digits, this.#passing.add(rule, digits, this.#ask));
  }

  tallyStored(rule: RuleName, of: number | string, amount = 1): LimitRefusal | undefined {
    const limit = this.#ask.policy.limits[rule];
    if (limit.action === 'ignore') return undefined;
    return this.count(this.#counterAt(rule, of), limit, amount);
  }

  #counterAt(rule: RuleName, of: number | string): Counter {
    const { accountId, nowMs } = this.#ask;
    return this.#ports.counters.at(rule, `${accountId}/${of}`, nowMs);
  }

  count(counter: Counter, limit: Limit, amount: number): LimitRefusal | undefined {
    const { count: before, rule, subject, windowStartMs } = counter;
    if (before + amount > limit.max) {
      const refused = this.exceeded(rule, limit, { subject, before, amount, counter });
      if (refused !== undefined) return refused;
    }
    this.#ports.counters.add(counter, amount);
    this.#counted.push({ counter, windowStartMs, amount });
    return undefined;
  }

  spend(
    rule: RuleName,
    limit: Limit,
    { subject, cost }: { readonly subject: string; readonly cost: number },
  ): LimitRefusal | undefined {
    return this.count(this.#ports.counters.at(rule, subject, this.#ask.nowMs), limit, cost);
  }

  #passed(rule: RuleName, digits: number, before: number): LimitRefusal | undefined {
    const { accountId, policy } = this.#ask;
    const limit = policy.limits[rule];
    if (before < limit.max) return undefined;
    return this.exceeded(rule, limit, { subject: `${accountId}/${digits}`, before });
  }

  /** What an exceeded limit does: only one that blocks has a refusal. */
  exceeded(
    rule: RuleName,
    limit: Limit,
    at: {
      readonly subject: string;
      readonly before: number;
      readonly amount?: number;
      readonly counter?: Counter;
    },
  ): LimitRefusal | undefined {
    const { accountId, nowMs } = this.#ask;
    if (limit.action === 'block') {
      const endMs = at.counter?.windowEndMs ?? nowMs + runRetryMs;
      return refuse(rule, limit, Math.ceil((endMs - nowMs) / 1_000));
    }
    if (limit.action === 'hold') this.heldBy = rule;
    const max = this.#alertsAbove(rule, limit, at.subject);
    const { before, amount = 1 } = at;
    if (before <= max && before + amount > max)
      this.#ports.alert({ accountId, rule, subject: at.subject, max });
    return undefined;
  }

  giveBack(): void {
    for (const { counter, windowStartMs, amount } of this.#counted) {
      // In another window by now: what was counted is no longer there.
      if (counter.windowStartMs === windowStartMs) this.#ports.counters.add(counter, -amount);
    }
    this.#counted.length = 0;
    this.undone?.();
  }

  #alertsAbove(rule: RuleName, { max, action }: Limit, subject: string): number {
    if (rule !== 'country-hour' || action !== 'alert') return max;
    return Math.max(max, busiestTimes * this.#ports.busiestHour(subject));
  }
}

/** Numbers are forgotten about as fast as that. */
const runRetryMs = 600_000;

/** What refuses or holds outlives the process; the hours are what alerts compare with. */
function isStored(rule: RuleName, { action }: Limit): boolean {
  return action === 'block' || action === 'hold' || rule === 'country-hour';
}
