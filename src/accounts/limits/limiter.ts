/**
 * Judges how much an account sends, how fast and to whom. What is allowed is counted at once, so that
 * requests that arrive together do not all find the same room; what is not accepted after all is given
 * back. Test keys never come here.
 */
import { createHash } from 'node:crypto';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Counter, Counters } from './counters.ts';
import type { Destinations } from './destinations.ts';
import { PassingCounts } from './passing-counts.ts';
import type { Limits, Policy } from './policy.ts';
import type { Limit, RuleName } from './rules.ts';

export type Ask = {
  readonly accountId: number;
  readonly keyId: number;
  readonly policy: Policy;
  readonly urgent: boolean;
  readonly recipients: readonly {
    readonly phone: PhoneNumber;
    readonly text: string;
    readonly cost: Millionths;
  }[];
  readonly nowMs: number;
};

export type LimitRefusal =
  | {
      readonly why: 'limit is reached';
      readonly rule: RuleName;
      readonly max: number;
      readonly retryAfterS: number;
    }
  | { readonly why: 'too much is spent'; readonly rule: RuleName; readonly max: Millionths };

export type LimitVerdict =
  | {
      readonly ok: true;
      /** The rule by which it is not to be sent until somebody releases it. */
      readonly heldBy: RuleName | undefined;
      /** It was not accepted after all. */
      readonly giveBack: () => void;
    }
  | { readonly ok: false; readonly refusal: LimitRefusal };

export type Alert = {
  readonly accountId: number;
  readonly rule: RuleName;
  readonly subject: string;
  readonly max: number;
};

export type LimiterPorts = {
  readonly counters: Counters;
  readonly destinations: Destinations;
  /** Messages of the account's busiest hour in seven days, by the subject of its counter. */
  readonly busiestHour: (subject: string) => number;
  /** A rule that only alerts is exceeded: once for each window. */
  readonly alert: (alert: Alert) => void;
};

/** A trusted account may send so many times as much as ever before. */
const busiestTimes = 10;
/** Texts that are remembered to find duplicates, and numbers to find runs. */
const textsMax = 100_000;
const numbersMax = 2_000;
const accountsMax = 1_000;

export class Limiter {
  readonly #ports: LimiterPorts;
  readonly #texts = new BoundedMap<string, number>(textsMax);
  readonly #passing = new PassingCounts();
  /** Of each account how many numbers stand in a row, by the number at either end. */
  readonly #runs = new BoundedMap<number, BoundedMap<number, number>>(accountsMax);

  constructor(ports: LimiterPorts) {
    this.#ports = ports;
  }

  take(ask: Ask): LimitVerdict {
    const taking = new Taking(ask, this.#ports, this.#passing);
    const refusal =
      this.#judgeRecipients(ask, taking) ??
      judgeSpending(ask, taking) ??
      this.#judgeDuplicates(ask, taking);
    if (refusal !== undefined) {
      taking.giveBack();
      return { ok: false, refusal };
    }
    return { ok: true, heldBy: taking.heldBy, giveBack: () => taking.giveBack() };
  }

  #judgeRecipients(ask: Ask, taking: Taking): LimitRefusal | undefined {
    for (const { phone } of ask.recipients) {
      const refusal = this.#judgeRecipient(phone, ask, taking);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #judgeRecipient(phone: PhoneNumber, ask: Ask, taking: Taking): LimitRefusal | undefined {
    const { country = '', block } = this.#ports.destinations.of(phone);
    const number = Number(phone);
    const { counted, refusal } = taking.see(number);
    const isNew = counted === 0;
    return (
      refusal ??
      (ask.urgent ? taking.tally('urgent-10min', number) : undefined) ??
      taking.tally('phone-day', number) ??
      taking.tallyStored('country-hour', country) ??
      (isNew ? taking.tally('block-10min', block) : undefined) ??
      (isNew ? this.#judgeRun(number, ask, taking) : undefined)
    );
  }

  /** Each number that was not seen lately makes the row longer that it stands at the end of. */
  #judgeRun(number: number, ask: Ask, taking: Taking): LimitRefusal | undefined {
    const limit = ask.policy.limits.run;
    if (limit.action === 'ignore') return undefined;
    const runs = this.#runsOf(ask.accountId);
    const length = Math.max(runs.get(number - 1) ?? 0, runs.get(number + 1) ?? 0) + 1;
    runs.set(number, length);
    if (length <= limit.max) return undefined;
    return taking.exceeded('run', limit, {
      subject: `${ask.accountId}/${number}`,
      before: length - 1,
    });
  }

  #runsOf(accountId: number): BoundedMap<number, number> {
    let runs = this.#runs.get(accountId);
    if (runs === undefined) {
      runs = new BoundedMap(numbersMax);
      this.#runs.set(accountId, runs);
    }
    return runs;
  }

  #judgeDuplicates(
    { accountId, policy, recipients, nowMs }: Ask,
    taking: Taking,
  ): LimitRefusal | undefined {
    const limit = policy.limits.duplicate;
    if (limit.action === 'ignore') return undefined;
    const windowMs = limit.max * 1_000;
    const texts = recipients.map(({ phone, text }) => digest(`${accountId}/${phone}/${text}`));
    for (const text of texts) {
      const leftMs = (this.#texts.get(text) ?? -windowMs) + windowMs - nowMs;
      if (leftMs > 0) return refuse('duplicate', limit, Math.ceil(leftMs / 1_000));
    }
    for (const text of texts) this.#texts.set(text, nowMs);
    taking.undone = () => {
      for (const text of texts) this.#texts.delete(text);
    };
    return undefined;
  }
}

type Counted = {
  readonly counter: Counter;
  readonly windowStartMs: number;
  readonly amount: number;
};

/** What one request has counted, to be given back as a whole. */
class Taking {
  readonly #ask: Ask;
  readonly #ports: LimiterPorts;
  readonly #passing: PassingCounts;
  readonly #counted: Counted[] = [];
  heldBy: RuleName | undefined;
  /** What else is to be forgotten. */
  undone: (() => void) | undefined;

  constructor(ask: Ask, ports: LimiterPorts, passing: PassingCounts) {
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

  tallyStored(rule: RuleName, of: number | string): LimitRefusal | undefined {
    const limit = this.#ask.policy.limits[rule];
    if (limit.action === 'ignore') return undefined;
    return this.count(this.#counterAt(rule, of), limit, 1);
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

function judgeSpending(ask: Ask, taking: Taking): LimitRefusal | undefined {
  const cost = ask.recipients.reduce((sum, recipient) => sum + recipient.cost, 0);
  if (cost === 0) return undefined;
  const { accountId, keyId, policy } = ask;
  const ofKey = policy.keyLimits.get(keyId);
  return (
    judgeCost(policy.limits, { cost, subject: `${accountId}` }, taking) ??
    (ofKey && judgeCost(ofKey, { cost, subject: `${accountId}/${keyId}` }, taking))
  );
}

function judgeCost(
  limits: Partial<Limits>,
  { cost, subject }: { readonly cost: number; readonly subject: string },
  taking: Taking,
): LimitRefusal | undefined {
  const single = limits['message-cost'];
  if (single?.action === 'block' && cost > single.max) return refuse('message-cost', single, 0);
  for (const rule of ['spend-hour', 'spend-day'] as const) {
    const limit = limits[rule];
    if (limit === undefined || limit.action === 'ignore') continue;
    const refused = taking.spend(rule, limit, { subject, cost });
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function refuse(rule: RuleName, { max }: Limit, retryAfterS: number): LimitRefusal {
  if (rule === 'message-cost' || rule === 'spend-hour' || rule === 'spend-day') {
    return { why: 'too much is spent', rule, max: max as Millionths };
  }
  return { why: 'limit is reached', rule, max, retryAfterS: Math.max(1, retryAfterS) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
