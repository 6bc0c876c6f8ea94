/** Remembers which messages were refused for a while, so that the same one is accepted in the end. */
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import type { AnswerPlan } from './behaviour.ts';

/** Messages that are refused and never come again are forgotten in the order they came. */
const rememberedMax = 10_000;

type Refused = { readonly firstAtMs: number; times: number };

type TemporaryRefusal = Extract<
  AnswerPlan,
  { readonly kind: 'refuse at first' | 'refuse for a time' }
>;

export class Refusals {
  readonly #refused = new Map<string, Refused>();

  /** Whether this one is to be refused (again). */
  refuses(submit: SubmitSm, plan: TemporaryRefusal, nowMs: number): boolean {
    const key = keyOf(submit);
    const refused = this.#refused.get(key) ?? { firstAtMs: nowMs, times: 0 };
    const isOver =
      plan.kind === 'refuse at first'
        ? refused.times >= plan.times
        : nowMs - refused.firstAtMs >= plan.forMs;
    if (isOver) {
      this.#refused.delete(key);
      return false;
    }
    refused.times++;
    this.#refused.set(key, refused);
    if (this.#refused.size > rememberedMax) this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    for (const key of this.#refused.keys()) {
      this.#refused.delete(key);
      return;
    }
  }
}

/** A message that comes again has the same octets. */
function keyOf({ source, destination, shortMessage, tlvs }: SubmitSm): string {
  const octets = Buffer.concat([shortMessage, ...tlvs.map(({ value }) => value)]);
  return `${source.address}>${destination.address}:${octets.toString('latin1')}`;
}
