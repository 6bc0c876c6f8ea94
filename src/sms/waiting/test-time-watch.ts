/** Has lanes read their rows again, in each process, when somebody has moved the time of test messages, or a campaign is paused or goes on. */

import type { SmsEngine } from '#sms/sms-engine.ts';
import type { WaitingStore } from './waiting-store.ts';

export type TestTimeWatchPorts = {
  readonly jobs: Pick<WaitingStore, 'countMoves'>;
  readonly engine: Pick<SmsEngine, 'readAgain'>;
};

export class TestTimeWatch {
  readonly #ports: TestTimeWatchPorts;
  #seen: number | undefined;

  constructor(ports: TestTimeWatchPorts) {
    this.#ports = ports;
  }

  /** Asked whenever settings have changed. */
  async look(): Promise<void> {
    const { jobs, engine } = this.#ports;
    const moves = await jobs.countMoves();
    if (moves === this.#seen) return;
    this.#seen = moves;
    engine.readAgain();
  }
}
