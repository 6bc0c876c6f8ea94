/**
 * Read your own write, also from another process: who has changed an endpoint hears so after all living
 * processes have forgotten what they knew of it. One that says nothing is waited for no longer than it
 * takes to be noticed by the poll of the settings, or to be given up.
 */
import type { Clock } from '#core/clock.ts';
import type { FollowedSettings, Hints } from '#queue/hints.ts';
import type { Leases } from '#queue/leases.ts';
import type { Common } from './common.ts';

export type FollowedPorts = {
  readonly hints: Pick<Hints, 'sendFollowed' | 'sendSettings'> | undefined;
  readonly processId: number;
  readonly version: () => Promise<number>;
  /** Ids of the processes that live, this one among them. */
  readonly living: () => Promise<readonly number[]>;
  readonly clock: Pick<Clock, 'after'>;
};

const waitedMsMax = 1_500;

export class SettingsFollowed {
  readonly #ports: FollowedPorts;
  readonly #followed = new Map<number, number>();
  readonly #waiting = new Set<() => void>();

  constructor(ports: FollowedPorts) {
    this.#ports = ports;
  }

  /** This process caches nothing that is older. */
  follow(version: number): void {
    const { hints, processId } = this.#ports;
    hints?.sendFollowed({ processId, version });
  }

  /** What another process tells. */
  take({ processId, version }: FollowedSettings): void {
    this.#followed.set(processId, version);
    for (const look of this.#waiting) look();
  }

  /** Settles when the others have followed what has been changed so far. */
  async byAll(): Promise<void> {
    const { hints, version, living, processId } = this.#ports;
    if (hints === undefined) return;
    const [wanted, processes] = await Promise.all([version(), living()]);
    const others = processes.filter((id) => id !== processId);
    hints.sendSettings();
    for (const id of this.#followed.keys()) if (!others.includes(id)) this.#followed.delete(id);
    await this.#until(() => others.every((id) => (this.#followed.get(id) ?? -1) >= wanted));
  }

  async #until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (isSo()) resolve();
    };
    const timer = this.#ports.clock.after(waitedMsMax, resolve);
    this.#waiting.add(look);
    try {
      await promise;
    } finally {
      this.#waiting.delete(look);
      timer.cancel();
    }
  }
}

/** A process that has not been seen for so long is not waited for; a thread lives as long as its process. */
const silentMs = 10_000;

export function followedSettings({ storage, clock }: Common, leases: Leases): SettingsFollowed {
  return new SettingsFollowed({
    hints: storage.hints,
    processId: leases.process.id,
    version: () => storage.settings.settingsVersion(),
    async living() {
      const { processes, nowMs } = await storage.leases.view();
      const lives = ({ seenAtMs }: { readonly seenAtMs: number }): boolean =>
        storage.isSole || nowMs - seenAtMs < silentMs;
      return processes.filter(lives).map(({ id }) => id);
    },
    clock,
  });
}
