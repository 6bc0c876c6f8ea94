/** What is about to be submitted, written down first where nothing uncertain may go twice. */
import { Batcher } from '#queue/batcher.ts';
import type { Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { Operator } from '#sms/operator.ts';
import type { LinkLife } from './link-life.ts';

export type SubmitIntentPorts = {
  readonly operator: Operator;
  readonly messages: Pick<MessageStore, 'intendSubmits' | 'withdrawIntents'>;
  readonly lease: Lease;
};

export class SubmitIntents {
  readonly #ports: SubmitIntentPorts;
  readonly #life: LinkLife;
  readonly #intents: Batcher<number, boolean>;

  constructor(ports: SubmitIntentPorts, life: LinkLife) {
    this.#ports = ports;
    this.#life = life;
    this.#intents = new Batcher(async (jobIds) => {
      const areNoted = await ports.messages.intendSubmits(jobIds, ports.lease);
      return jobIds.map(() => areNoted);
    });
  }

  get areWritten(): boolean {
    return this.#ports.operator.settings.uncertain !== 'resend';
  }

  /** Written down in the name of our lease; undefined where the lane has another owner now. */
  async note(owed: Owed<OutgoingPart>): Promise<Owed<OutgoingPart> | undefined> {
    const isNoted = await this.#life.untilStored(() => this.#intents.add(owed.job.id));
    return isNoted ? { ...owed, load: { ...owed.load, intended: true } } : undefined;
  }

  /** It certainly was not taken: nothing about it is uncertain. */
  async withdraw(owed: Owed<OutgoingPart>): Promise<Owed<OutgoingPart>> {
    // The next owner of the lane may have sent it by now, and rely on its intent.
    if (!owed.load.intended || !this.#life.isOurs) return owed;
    await this.#life.untilStored(() => this.#ports.messages.withdrawIntents([owed.job.id]));
    return { ...owed, load: { ...owed.load, intended: false } };
  }
}
