/** How an operator answers the submits of one bind: by which status, and how soon. Kept while the bind is open. */

import type { Operator } from '#sms/operator.ts';
import { status as statuses, statusName } from '#sms/smpp/status.ts';
import type { SmsTally } from '#sms/sms-tally.ts';
import { classOf } from './submit-answer.ts';

export type LinkMeterPorts = {
  readonly operator: Operator;
  /** Undefined: nobody counts beyond the bind. */
  readonly tally?: Pick<SmsTally, 'submitAnswered' | 'submitUncertain'> | undefined;
};

/** `status`: by the standard’s name. */
export type AnswerCount = { readonly status: string; readonly count: number };

export type MeterFigures = {
  /** The most frequent first. */
  readonly answers: readonly AnswerCount[];
  /** Answers with a status beyond those that are counted one by one. */
  readonly otherAnswers: number;
  /** Submits of which nobody knows what became. */
  readonly uncertain: number;
  /** Of the last answers; null before the first. */
  readonly roundTrip: { readonly meanMs: number; readonly mostMs: number } | null;
};

/** A vendor may have any status of 32 bits. */
const statusesMax = 64;
const roundTripsKept = 100;

export class LinkMeter {
  readonly #ports: LinkMeterPorts | undefined;
  readonly #counts = new Map<number, number>();
  readonly #roundTripsMs = new Float64Array(roundTripsKept);
  #answers = 0;
  #others = 0;
  #uncertain = 0;

  constructor(ports?: LinkMeterPorts) {
    this.#ports = ports;
  }

  answered(status: number, tookMs: number): void {
    this.#tell(status, tookMs);
    this.#roundTripsMs[this.#answers % roundTripsKept] = tookMs;
    this.#answers += 1;
    const count = this.#counts.get(status);
    if (count === undefined && this.#counts.size >= statusesMax) this.#others += 1;
    else this.#counts.set(status, (count ?? 0) + 1);
  }

  unanswered(): void {
    this.#uncertain += 1;
    this.#ports?.tally?.submitUncertain(this.#ports.operator.name);
  }

  figures(): MeterFigures {
    const kept = this.#roundTripsMs.subarray(0, Math.min(this.#answers, roundTripsKept));
    const sumMs = kept.reduce((sum, tookMs) => sum + tookMs, 0);
    return {
      answers: [...this.#counts]
        .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
        .map(([status, count]) => ({ status: statusName(status), count })),
      otherAnswers: this.#others,
      uncertain: this.#uncertain,
      roundTrip:
        kept.length === 0 ? null : { meanMs: sumMs / kept.length, mostMs: Math.max(...kept) },
    };
  }

  #tell(status: number, tookMs: number): void {
    if (this.#ports?.tally === undefined) return;
    const { tally, operator } = this.#ports;
    const { name, settings } = operator;
    const of = status === statuses.ok ? 'taken' : classOf(status, settings.statusTable);
    tally.submitAnswered({ operator: name, status, class: of, tookMs });
  }
}
