/** The mail catcher, which runs in one process at a time: the one that holds its lease. */
import { Loop } from '#core/loop.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import type { LeaseHolder } from '#queue/lease.ts';
import {
  type MailCatcher,
  type MailCatcherOptions,
  openMailCatcher,
} from '#simulator/mail-catcher.ts';
import { chaosSetting, parseChaos } from '#simulator/mail-chaos.ts';

export const mailCatcherLease = 'mail catcher';

/** Where it listens, for processes that do not run it. */
const addressSetting = 'mail_catcher.address';

const chaosLookedAtMs = 250;

/** Where the catcher listens while it is in this process: its route is opened before it. */
export type CatcherAddress = { address: string | undefined };

type Ports = MailCatcherOptions & {
  readonly place: CatcherAddress;
  /** What brings mails here is to be gone before it is. */
  readonly closeLane: () => Promise<void>;
  readonly settings: {
    findSetting(name: string): Promise<string | undefined>;
    saveSetting(name: string, value: string): Promise<void>;
  };
  readonly changes: Changes;
};

export class LeasedMailCatcher implements LeaseHolder {
  readonly #ports: Ports;
  #catcher: MailCatcher | undefined;
  #watch: Loop | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Where it listens, if it is here. */
  get address(): string | undefined {
    return this.#ports.place.address;
  }

  async taken(): Promise<void> {
    const catcher = await openMailCatcher(this.#ports);
    this.#catcher = catcher;
    this.#watch = this.#watchOf(catcher);
    this.#watch.start();
    const { host, place, settings } = this.#ports;
    place.address = `${host}:${catcher.port}`;
    await settings.saveSetting(addressSetting, place.address);
  }

  async handOver(): Promise<void> {
    await this.#ports.closeLane();
    await this.lost();
  }

  async lost(): Promise<void> {
    const catcher = this.#catcher;
    const watch = this.#watch;
    this.#catcher = undefined;
    this.#ports.place.address = undefined;
    this.#watch = undefined;
    await watch?.[Symbol.asyncDispose]();
    await catcher?.[Symbol.asyncDispose]();
  }

  /** What the command line has it do. */
  #watchOf(catcher: MailCatcher): Loop {
    const { clock, log, settings, changes } = this.#ports;
    return new Loop({
      name: 'chaos of the mail catcher',
      everyMs: chaosLookedAtMs,
      clock,
      log,
      work: untilChanged(changes, async () => {
        catcher.chaos = parseChaos(await settings.findSetting(chaosSetting));
        return 0;
      }),
    });
  }
}
