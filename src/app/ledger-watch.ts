/** Looks soon after the start and then hourly whether each balance is its sum, and tells loudly where it is not. */
import type { AccountStore } from '#accounts/account-store.ts';
import { checkLedger, namedDifference } from '#accounts/ledger-check.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { Common } from './common.ts';
import type { EngineNeeds } from './engine-needs.ts';

export type LedgerWatchPorts = {
  readonly accounts: Pick<AccountStore, 'listAccounts' | 'ledgerSums'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Only one of several processes does it. */
  readonly isMine: () => boolean;
};

const everyMs = 3_600_000;
/** How soon a process finds that it is its turn now. */
const lookMs = 1_000;
/** After a check that failed, as while the database is away. */
const againMs = 60_000;
/** Between two accounts: sends have the disk and the other core meanwhile. */
const restMs = 10;
/** In one line of the log. */
const namedMax = 20;

/** In one of the processes. */
export function openLedgerWatch(
  { storage: { accounts }, clock, log }: Common,
  { isLeader: isMine }: Pick<EngineNeeds, 'isLeader'>,
  stack: AsyncDisposableStack,
): LedgerWatch {
  const watch = stack.use(new LedgerWatch({ accounts, clock, log, isMine }));
  watch.start();
  return watch;
}

export class LedgerWatch implements AsyncDisposable {
  readonly #ports: LedgerWatchPorts;
  readonly #loop: Loop;
  #dueAtMs: number;
  #differing = 0;

  constructor(ports: LedgerWatchPorts) {
    const { clock, log } = ports;
    this.#ports = ports;
    this.#dueAtMs = clock.monotonicMs();
    const work = (signal: AbortSignal): Promise<void> => this.#look(signal);
    this.#loop = new Loop({ name: 'check of the ledger', everyMs: lookMs, clock, log, work });
  }

  /** Accounts with a balance that is not its sum, as the last check of this process found them. */
  get differing(): number {
    return this.#ports.isMine() ? this.#differing : 0;
  }

  start(): void {
    this.#loop.start();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, isMine } = this.#ports;
    if (clock.monotonicMs() < this.#dueAtMs || !isMine()) return;
    this.#dueAtMs = clock.monotonicMs() + againMs;
    await this.#check(signal);
    this.#dueAtMs = clock.monotonicMs() + everyMs;
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { accounts, clock, log } = this.#ports;
    const rest = (): Promise<void> => clock.sleep(restMs, signal);
    const { accounts: looked, differences } = await checkLedger({ accounts, rest });
    this.#differing = new Set(differences.map(({ accountId }) => accountId)).size;
    if (differences.length === 0) {
      log.debug('ledger.checked', { accounts: looked });
      return;
    }
    const named = differences.slice(0, namedMax).map(namedDifference);
    log.error('ledger.differs', { count: this.#differing, accounts: named });
  }
}
