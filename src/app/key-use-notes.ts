/** When keys were last used, and from where: noted away from requests. What the last minute before a crash used is not. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { KeyUse, KeyUses } from '#accounts/key-uses.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { Common } from './common.ts';

const keyUsesNotedMs = 60_000;
/** Networks of keys that this process has seen stored; others are stored again, which changes nothing. */
const rememberedMax = 100_000;

type NotePorts = {
  readonly accounts: Pick<AccountStore, 'noteKeyUses' | 'noteKeyNetworks'>;
  readonly log: Log;
};

export function noteOfKeyUses({ storage, clock, log }: Common, uses: KeyUses): Loop {
  const notes = new KeyUseNotes({ accounts: storage.accounts, log });
  return new Loop({
    name: 'note of key uses',
    everyMs: keyUsesNotedMs,
    clock,
    log,
    work: () => notes.note(uses.take(), clock.nowMs()),
  });
}

export class KeyUseNotes {
  readonly #ports: NotePorts;
  readonly #stored = new BoundedMap<string, true>(rememberedMax);

  constructor(ports: NotePorts) {
    this.#ports = ports;
  }

  async note(used: readonly KeyUse[], atMs: number): Promise<void> {
    if (used.length === 0) return;
    const { accounts, log } = this.#ports;
    await accounts.noteKeyUses(
      used.map(({ keyId }) => keyId),
      atMs,
    );
    const seen = used
      .flatMap(({ keyId, networks }) => networks.map((network) => ({ keyId, network })))
      .filter(({ keyId, network }) => this.#stored.get(`${keyId} ${network}`) === undefined);
    const news = await accounts.noteKeyNetworks(seen, atMs);
    for (const { keyId, network } of seen) this.#stored.set(`${keyId} ${network}`, true);
    for (const { keyId, network } of news)
      log.warn('security.key-network', { key: keyId, network });
  }
}
