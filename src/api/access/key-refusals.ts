/**
 * Tells people that one of their keys was refused where it came from, after its end, or for what it may not
 * do: perhaps it is in other hands. Once an hour for each key and reason, so that no flood of calls floods the audit.
 */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Caller } from '#accounts/authenticator.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { plainAddress } from '#core/network.ts';

export type KeyRefusalPorts = {
  readonly note: AuditStore['note'];
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

const hourMs = 3_600_000;
const rememberedMax = 10_000;

export class KeyRefusals {
  readonly #ports: KeyRefusalPorts;
  readonly #toldAtMs = new BoundedMap<string, number>(rememberedMax);

  constructor(ports: KeyRefusalPorts) {
    this.#ports = ports;
  }

  tell({ key, account }: Caller, why: string, address: string): void {
    const { note, clock, log } = this.#ports;
    const name = `${key.id} ${why}`;
    const atMs = clock.nowMs();
    if (atMs < (this.#toldAtMs.get(name) ?? Number.NEGATIVE_INFINITY) + hourMs) return;
    this.#toldAtMs.set(name, atMs);
    log.warn('security.key-refused', { account: account.id, key: key.id, why });
    const details = { why, address: networkOnly(address) };
    const record = { action: 'key.refused', target: key.prefix, accountId: account.id, details };
    // The caller has its answer whether or not the storage takes this.
    note({ actor: 'api', atMs }, record).catch((error: unknown) =>
      log.warn('audit.failed', errorFields(error)),
    );
  }
}

/** Where it came from, without the host: whose network it is does for a look-up. */
function networkOnly(address: string): string {
  const plain = plainAddress(address);
  return plain.includes(':')
    ? `${plain.split(':').slice(0, 3).join(':')}:…`
    : plain.replace(/\.\d+$/, '.*');
}
