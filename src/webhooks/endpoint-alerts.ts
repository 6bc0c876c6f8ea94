/**
 * What the people of an endpoint are told of it: each trouble once. What could not be told, because the
 * storage was away, is told with the next failure; nothing is given up before its people know.
 */
import type { FaultText } from '#core/attempt-fault.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointNotice } from './endpoint-notices.ts';
import { givenUpAtMs } from './giving-up.ts';
import type { LaneHealth } from './lane-health.ts';
import type { LaneReceiver } from './lane-receiver.ts';
import type { Judged } from './settlement.ts';

type TroublePorts = {
  readonly health: LaneHealth;
  readonly receiver: LaneReceiver;
  /** Answers after it is kept; false: it could not be told now. */
  readonly tell: (notice: EndpointNotice) => Promise<boolean>;
  /** What must outlive the process has changed. */
  readonly changed: () => void;
};

type Told = Pick<EndpointNotice, 'what' | 'trouble' | 'reason' | 'atMs'>;

export class EndpointAlerts {
  readonly #ports: TroublePorts;
  #warning = false;

  constructor(ports: TroublePorts) {
    this.#ports = ports;
  }

  /** The receiver has taken nothing, and is known to do so. */
  failed({ error, result }: Exclude<Judged, { readonly result: 'received' }>, atMs: number): void {
    const { failedAttempts, failingSinceMs } = this.#ports.health.state;
    const isFirst = failedAttempts === 1;
    if (result === 'forbidden' && isFirst) {
      const trouble = String(failingSinceMs);
      void this.#tell({ what: 'forbidden', trouble, reason: error, atMs });
    } else void this.#warn(error, atMs);
  }

  /** Nothing is sent from now on. */
  giveUp(reason: FaultText, atMs: number): void {
    const { receiver } = this.#ports;
    const trouble = `generation ${receiver.endpoint?.generation ?? 0}`;
    void receiver.giveUp(reason, () => this.#tell({ what: 'disabled', trouble, reason, atMs }));
  }

  async #warn(reason: string, atMs: number): Promise<void> {
    const { health, changed } = this.#ports;
    const nth = health.warningDue(atMs);
    if (nth === undefined || this.#warning) return;
    const { failingSinceMs } = health.state;
    this.#warning = true;
    const trouble = `${failingSinceMs}/${nth}`;
    const isTold = await this.#tell({ what: 'failing', trouble, reason, atMs });
    this.#warning = false;
    // It may be well again meanwhile.
    if (!isTold || health.state.failingSinceMs !== failingSinceMs) return;
    health.warned(nth);
    changed();
  }

  /** Of URLs that requests give nobody is told: each event says what became of it. */
  async #tell(told: Told): Promise<boolean> {
    const { receiver, health, tell } = this.#ports;
    const { endpoint } = receiver;
    if (endpoint === undefined || endpoint.source === 'request') return true;
    const { failingSinceMs } = health.state;
    const { id: endpointId, accountId } = endpoint;
    const end = willBeGivenUp(endpoint, failingSinceMs) ? givenUpAtMs({ failingSinceMs }) : null;
    const origin = URL.parse(endpoint.url)?.origin ?? '';
    return tell({ ...told, endpointId, accountId, origin, failingSinceMs, givenUpAtMs: end });
  }
}

function willBeGivenUp({ settings }: Endpoint, failingSinceMs: number): boolean {
  return settings.autoDisable && failingSinceMs > 0;
}
