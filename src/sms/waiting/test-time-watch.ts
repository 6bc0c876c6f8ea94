/** Has the lanes of test messages read their rows again, in each process, when somebody has moved the time of them. */
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { TestTimeStore } from './test-time.ts';

export type TestTimeWatchPorts = {
  readonly testTime: Pick<TestTimeStore, 'countMoves'>;
  readonly engine: Pick<SmsEngine, 'readTestsAgain'>;
};

export class TestTimeWatch {
  readonly #ports: TestTimeWatchPorts;
  #seen: number | undefined;

  constructor(ports: TestTimeWatchPorts) {
    this.#ports = ports;
  }

  /** Asked whenever settings have changed. */
  async look(): Promise<void> {
    const { testTime, engine } = this.#ports;
    const moves = await testTime.countMoves();
    if (moves === this.#seen) return;
    this.#seen = moves;
    engine.readTestsAgain();
  }
}
