/** Rate limit of requests of an account or a key, where one is set: a token bucket in each process. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Policy } from './policy.ts';
import type { Limit } from './rules.ts';

type Bucket = { tokens: number; filledAtMs: number };

const bucketsMax = 20_000;
const burstSeconds = 2;

export class RequestRates {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #buckets = new BoundedMap<string, Bucket>(bucketsMax);

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Seconds until the next may come; undefined: this one may. */
  take(accountId: number, keyId: number, policy: Policy): number | undefined {
    const ofKey = policy.keyLimits.get(keyId)?.['requests-second'];
    const waitOfKey = ofKey && this.#wait(`${accountId}/${keyId}`, ofKey);
    return waitOfKey ?? this.#wait(`${accountId}`, policy.limits['requests-second']);
  }

  #wait(subject: string, { max, action }: Limit): number | undefined {
    if (action !== 'block') return undefined;
    const nowMs = this.#clock.monotonicMs();
    const burst = Math.max(1, max * burstSeconds);
    const bucket = this.#buckets.get(subject) ?? { tokens: burst, filledAtMs: nowMs };
    const filled = bucket.tokens + ((nowMs - bucket.filledAtMs) * max) / 1_000;
    const tokens = Math.min(burst, filled);
    const goes = tokens >= 1;
    this.#buckets.set(subject, { tokens: goes ? tokens - 1 : tokens, filledAtMs: nowMs });
    if (goes) return undefined;
    return max === 0 ? 60 : Math.max(1, Math.ceil((1 - tokens) / max));
  }
}
