/**
 * How many parts an operator may be given in a day and in a month, by UTC. Counted when they are
 * accepted, and told among processes like the limits of accounts: alone a process counts exactly, several
 * exceed a quota by what they accept in a second.
 */
import type { StoredWindow, WindowDelta } from '#accounts/limits/counters.ts';
import type { LimitStore } from '#accounts/limits/limit-store.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';

export type QuotaPorts = {
  readonly store: Pick<LimitStore, 'addToWindows' | 'openWindows'>;
  readonly operators: () => readonly Operator[];
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 1_000;
/** Open windows of accounts stand among them. */
const windowsMax = 200_000;

const periods = ['operator-day', 'operator-month'] as const;
type Period = (typeof periods)[number];

/** No account's subject begins so. */
const subjectPrefix = 'operator/';

type Count = { startMs: number; endMs: number; known: number; pending: number };

export class OperatorQuotas implements AsyncDisposable {
  readonly #ports: QuotaPorts;
  readonly #counts = new Map<string, Count>();
  readonly #loop: Loop;

  private constructor(ports: QuotaPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    const work = (): Promise<void> => this.exchange();
    this.#loop = new Loop({ name: 'quotas of operators', everyMs, clock, log, work });
  }

  /** Knows what was given to operators before the process started. */
  static async open(ports: QuotaPorts): Promise<OperatorQuotas> {
    const quotas = new OperatorQuotas(ports);
    quotas.#learn(await ports.store.openWindows(ports.clock.nowMs(), windowsMax));
    return quotas;
  }

  start(): void {
    this.#loop.start();
  }

  /** Parts that were accepted, or that have taken another way. */
  count(parts: readonly Owed<OutgoingPart>[]): void {
    const limited = this.#ports.operators().filter((operator) => hasQuota(operator));
    if (limited.length === 0) return;
    const ids = new Set(limited.map(({ id }) => id));
    for (const { load } of parts) {
      const { operatorId } = load.recipient;
      if (!ids.has(operatorId)) continue;
      for (const period of periods) this.#at(period, operatorId).pending += 1;
    }
  }

  isUsedUp({ id, settings }: Operator): boolean {
    const { quotaPerDay, quotaPerMonth } = settings;
    return (
      (quotaPerDay !== null && this.#counted('operator-day', id) >= quotaPerDay) ||
      (quotaPerMonth !== null && this.#counted('operator-month', id) >= quotaPerMonth)
    );
  }

  /** Stores what was counted here, and learns what the others have. */
  async exchange(): Promise<void> {
    const deltas = this.#takeDeltas();
    if (deltas.length === 0) return;
    try {
      this.#learn(await this.#ports.store.addToWindows(deltas));
    } catch (error) {
      this.#ports.log.warn('quotas.unwritten', errorFields(error));
      for (const { rule, subject, windowStartMs, amount } of deltas) {
        const count = this.#counts.get(`${rule} ${subject}`);
        if (count?.startMs !== windowStartMs) continue;
        count.pending += amount;
        count.known -= amount;
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.exchange();
  }

  #takeDeltas(): readonly WindowDelta[] {
    const deltas: WindowDelta[] = [];
    for (const [name, count] of this.#counts) {
      if (count.pending === 0) continue;
      const [rule = '', subject = ''] = name.split(' ');
      deltas.push({
        rule: rule as Period,
        subject,
        windowStartMs: count.startMs,
        windowEndMs: count.endMs,
        amount: count.pending,
      });
      count.known += count.pending;
      count.pending = 0;
    }
    return deltas;
  }

  #learn(windows: readonly StoredWindow[]): void {
    for (const { rule, subject, windowStartMs, amount } of windows) {
      const period = periods.find((each) => each === rule);
      if (period === undefined) continue;
      const count = this.#at(period, Number(subject.slice(subjectPrefix.length)));
      if (count.startMs === windowStartMs) count.known = amount;
    }
  }

  #counted(period: Period, operatorId: number): number {
    const { known, pending } = this.#at(period, operatorId);
    return known + pending;
  }

  /** Of the day or the month that it is now; what of one before was not stored yet is let go. */
  #at(period: Period, operatorId: number): Count {
    const name = `${period} ${subjectOf(operatorId)}`;
    const nowMs = this.#ports.clock.nowMs();
    let count = this.#counts.get(name);
    if (count === undefined || nowMs >= count.endMs) {
      count = { ...windowOf(period, nowMs), known: 0, pending: 0 };
      this.#counts.set(name, count);
    }
    return count;
  }
}

function hasQuota({ settings }: Operator): boolean {
  return settings.quotaPerDay !== null || settings.quotaPerMonth !== null;
}

function subjectOf(operatorId: number): string {
  return `${subjectPrefix}${operatorId}`;
}

function windowOf(period: Period, nowMs: number): Pick<Count, 'startMs' | 'endMs'> {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC');
  const today = now.startOfDay();
  const start = period === 'operator-day' ? today : today.with({ day: 1 });
  const end = period === 'operator-day' ? start.add({ days: 1 }) : start.add({ months: 1 });
  return { startMs: start.epochMilliseconds, endMs: end.epochMilliseconds };
}
