/** PDUs on their way to the storage, apart from the commits that messages wait for. */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { KeptPdu, PduTaker } from './kept-pdu.ts';
import type { MessageRecordStore } from './message-record-store.ts';

type KeeperPorts = {
  readonly store: Pick<MessageRecordStore, 'keepPdus'>;
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 250;
/** A test that sends more within a round has timelines without PDUs: its speed matters more. */
const waitingMax = 120;
/** Of all messages, about 300 octets each. */
const keptMax = 50_000;

export class PduKeeper implements PduTaker, AsyncDisposable {
  readonly #ports: KeeperPorts;
  readonly #loop: Loop;
  #waiting: KeptPdu[] = [];
  #missed = 0;

  constructor(ports: KeeperPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    const work = (): Promise<void> => this.#store();
    this.#loop = new Loop({ name: 'PDUs of messages', everyMs, clock, log, work });
  }

  start(): void {
    this.#loop.start();
  }

  /** Made only where there is room; what is wrong with one is nobody's trouble but its timeline's. */
  take(make: () => readonly KeptPdu[]): void {
    if (this.#waiting.length >= waitingMax) {
      this.#missed += 1;
      return;
    }
    try {
      this.#waiting.push(...make());
    } catch (error) {
      this.#ports.log.warn('pdu.unkept', errorFields(error));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.#store().catch(() => undefined);
  }

  /** What a storage that is away does not take is lost: it is no fact that anything depends on. */
  async #store(): Promise<void> {
    const { store, log } = this.#ports;
    if (this.#missed > 0) log.info('pdu.kept_few', { missed: this.#missed });
    this.#missed = 0;
    const pdus = this.#waiting;
    this.#waiting = [];
    if (pdus.length > 0) await store.keepPdus(pdus, keptMax);
  }
}
