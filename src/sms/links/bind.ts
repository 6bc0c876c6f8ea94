/** One bind of an operator: its connections, its lanes, and the link between them. */

import type { FaultText } from '#core/attempt-fault.ts';
import { errorFields, type Log } from '#core/log.ts';
import { type PeerTroubles, tlsFailureOf } from '#core/peer-troubles.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Owed } from '#queue/job.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { Lease } from '#queue/lease.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { MessageStore } from '#sms/message-store.ts';
import { type Operator, operatorPasswordPlace } from '#sms/operator.ts';
import type { Rerouter } from '#sms/routing/rerouter.ts';
import { type BindSettings, bindDefaults } from '#sms/smpp/bind-settings.ts';
import {
  type LinkLoss,
  type LinkState,
  SmppClient,
  type SmppClientHandlers,
} from '#sms/smpp/client.ts';
import { statusName } from '#sms/smpp/status.ts';
import type { SmsTally } from '#sms/sms-tally.ts';
import type { WaitingStore } from '#sms/waiting/waiting-store.ts';
import type { MeterFigures } from './link-meter.ts';
import { OperatorLink, type OperatorLinkPorts } from './operator-link.ts';
import { PduTrace, type TraceFigures } from './pdu-trace.ts';
import { SubmitLanes } from './submit-lanes.ts';
import { type Withdrawn, withdraw } from './withdrawals.ts';

/** What its link takes besides, the bind makes. */
type OfLink = Omit<
  OperatorLinkPorts,
  'operator' | 'client' | 'lanes' | 'messages' | 'isTraced' | 'moveRefused'
>;

export type BindPorts = OfLink & {
  readonly store: Pick<MessageStore, 'dueParts' | 'intendSubmits' | 'withdrawIntents'>;
  readonly waiting: Pick<WaitingStore, 'findParts'>;
  readonly rerouter: Pick<Rerouter, 'moveRefused'>;
  readonly sealer: Sealer;
  readonly random: () => number;
  /** Whether somebody has stopped a lane. */
  readonly isPaused: (lane: string) => boolean;
  readonly budget: LaneBudget;
  readonly troubles: Pick<PeerTroubles, 'note'>;
  /** Undefined: nobody counts. */
  readonly tally?: SmsTally | undefined;
};

/** One connection of a bind, and why it is not bound where it is not. */
export type ConnectionFigures = {
  readonly mode: BindSettings['bind'];
  readonly state: LinkState['name'];
  /** What the operator calls itself. */
  readonly peer: string;
  readonly lost: string;
  readonly retryAtMs: number | null;
};

/** How a bind does at this moment. */
export type LinkFigures = MeterFigures & {
  readonly connections: readonly ConnectionFigures[];
  readonly window: number;
  /** Submits that wait for their answer. */
  readonly unanswered: number;
  /** What is allowed now; null: as fast as the window. */
  readonly ratePerSecond: number | null;
  readonly trace: TraceFigures;
};

const passwordBytesMax = 65;
/** So long a part may wait for the rate of a bind that keeps up; other binds of its operator may be at rest. */
const keepsUpSeconds = 0.25;
const tlsFailed = { event: 'security.tls-failed', protocol: 'SMPP', way: 'out' } as const;

export class Bind implements AsyncDisposable {
  readonly #ports: BindPorts;
  /** What waits for it. */
  readonly lanes: SubmitLanes;
  readonly link: OperatorLink;
  readonly #clients: readonly SmppClient[];
  readonly #states = new Map<BindSettings['bind'], LinkState>();
  readonly #trace = new PduTrace();
  readonly #window: number;
  #downSinceMs: number | undefined;

  constructor(operator: Operator, ports: BindPorts) {
    this.#ports = ports;
    this.#downSinceMs = ports.clock.monotonicMs();
    this.#window = operator.settings.window;
    this.lanes = new SubmitLanes({
      read: (query) => ports.store.dueParts(query),
      budget: ports.budget,
      isPaused: ports.isPaused,
      refilled: () => this.link.pump(),
      readFailed: (error) =>
        ports.log.error('lane.unread', { operator: operator.name, ...errorFields(error) }),
    });
    // A transmitter sends and a receiver hears; a transceiver does both on one connection.
    const modes =
      operator.settings.bind === 'tx-rx' ? (['tx', 'rx'] as const) : [operator.settings.bind];
    this.#clients = modes.map((mode) => this.#client(operator, mode));
    const [client] = this.#clients as [SmppClient];
    this.link = new OperatorLink({
      ...ports,
      messages: ports.store,
      operator,
      client,
      lanes: this.lanes,
      isTraced: () => this.#trace.isOn,
      moveRefused: (owed, reason) =>
        ports.rerouter.moveRefused(owed, { reason, lease: ports.lease }),
    });
  }

  start(): void {
    for (const client of this.#clients) client.start();
  }

  get isBound(): boolean {
    return (
      this.#states.size === this.#clients.length &&
      [...this.#states.values()].every(({ name }) => name === 'bound')
    );
  }

  /** Whether what goes to this lane leaves soon: less waits in it than the window takes, and the rate in a moment. */
  keepsUp(lane: string): boolean {
    if (!this.isBound || this.silentForMs !== undefined) return false;
    const { ratePerSecond = Number.POSITIVE_INFINITY } = this.link;
    return this.lanes.keepsUp(lane, Math.min(this.#window, ratePerSecond * keepsUpSeconds));
  }

  /** For how long it has not been bound; undefined while it is. */
  get downForMs(): number | undefined {
    const { clock } = this.#ports;
    return this.#downSinceMs === undefined ? undefined : clock.monotonicMs() - this.#downSinceMs;
  }

  /** For how long its submits have gone unanswered although it is up; undefined while they are answered. */
  get silentForMs(): number | undefined {
    return this.link.silentForMs;
  }

  figures(): LinkFigures {
    return {
      ...this.link.figures(),
      connections: [...this.#states].map(([mode, state]) => connectionFigures(mode, state)),
      window: this.#window,
      trace: this.#trace.figures(this.#ports.clock.nowMs()),
    };
  }

  /** Writes down for a quarter of an hour what passes, or ends that. */
  set isTraced(isTraced: boolean) {
    if (isTraced) this.#trace.start(this.#ports.clock.nowMs());
    else this.#trace.stop();
  }

  get lease(): Lease {
    return this.#ports.lease;
  }

  /** Parts that wait and may go elsewhere, those first that have waited longest. */
  waiting(): readonly Owed<OutgoingPart>[] {
    return this.lanes.waiting().filter((owed) => this.link.mayLeave(owed));
  }

  /** It waits in another lane now. */
  gone(owed: Owed<OutgoingPart>): void {
    this.lanes.finish(owed);
    this.#ports.settled();
  }

  /** Takes texts of a lane out of the link's reach: each is cancelled, gone or put back afterwards. */
  withdraw(lane: string, sets: readonly (readonly number[])[]): Promise<readonly Withdrawn[]> {
    const { waiting, clock } = this.#ports;
    const isCertain = (owed: Owed<OutgoingPart>): boolean => this.link.isCertain(owed);
    return withdraw(lane, sets, { lanes: this.lanes, waiting, isCertain, clock });
  }

  putBack(lane: string, { claim }: Withdrawn): void {
    this.lanes.release(lane, claim, new Set(claim.jobIds));
    this.link.pump();
  }

  set paused(paused: boolean) {
    this.link.paused = paused;
  }

  offer(owed: Owed<OutgoingPart>): void {
    this.lanes.offer(owed, this.#ports.clock.nowMs());
  }

  wake(lane: string, earliestJobId: number): void {
    this.lanes.wake(lane, earliestJobId, this.#ports.clock.nowMs());
  }

  /** Rows of waiting parts have changed in the table. */
  readAgain(): void {
    this.lanes.forget(this.#ports.clock.nowMs());
  }

  /** Another process has stored parts of this lane. */
  hint(lane: string): void {
    this.lanes.hint(lane, this.#ports.clock.nowMs());
  }

  /** The lease is over: the sockets close now, and what the operator answered is still stored. */
  cut(): Promise<void> {
    for (const client of this.#clients) client.cut();
    return this.#end(() => this.link.stopOnceStored());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end(() => this.link.stop());
  }

  async #end(stopLink: () => Promise<void>): Promise<void> {
    await Promise.all(this.#clients.map((client) => client[Symbol.asyncDispose]()));
    await stopLink();
    this.lanes.close();
  }

  #noteTls({ settings }: Operator, state: LinkState): void {
    const why = state.name === 'waiting' ? tlsFailureOf(state.error) : undefined;
    if (why !== undefined) this.#ports.troubles.note(tlsFailed, { peer: settings.host, why });
  }

  #client(operator: Operator, mode: BindSettings['bind']): SmppClient {
    const { receipts, clock, random, log, tally } = this.#ports;
    const told = { operator: operator.name, mode };
    let bound = {};
    const handlers: SmppClientHandlers = {
      deliver: (pdu) => receipts.take(operator, pdu, bound, this.#trace.isOn),
      stateChanged: (state) => {
        this.#states.set(mode, state);
        this.#downSinceMs = this.isBound ? undefined : (this.#downSinceMs ?? clock.monotonicMs());
        logState(log, told, state);
        this.#noteTls(operator, state);
        if (state.name !== 'waiting') return;
        tally?.linkLost(operator.name, state);
        receipts.linkLost(bound);
        bound = {};
      },
      ready: () => this.link.pump(),
      lateResponse: (partId, answer) => this.link.lateAnswer(partId, answer),
      unreadable: (octets) => log.warn('deliver.unreadable', { ...told, octets: octets.length }),
      pduError: (kind) => {
        log.info('pdu.wrong', { ...told, kind });
        tally?.pduWrong(operator.name, kind);
      },
      seen: (way, pdu) => {
        if (this.#trace.isOn) this.#trace.note(way, pdu, clock.nowMs());
      },
      mayWrite: () => this.#ports.leases.holds(this.#ports.lease),
    };
    return new SmppClient(bindSettings(operator, mode, this.#ports), handlers, { clock, random });
  }
}

function bindSettings(
  { name, settings, sealedPassword }: Operator,
  mode: BindSettings['bind'],
  { sealer }: Pick<BindPorts, 'sealer'>,
): BindSettings {
  const { host, port, systemId, systemType, window, maxPduBytes } = settings;
  const { enquireLinkMs, responseTimeoutMs } = settings;
  return {
    ...bindDefaults,
    host,
    port,
    tls: settings.tls ? { ca: settings.tlsCa === '' ? undefined : settings.tlsCa } : undefined,
    systemId,
    password: sealer.open(sealedPassword, operatorPasswordPlace(name)),
    systemType,
    // The standard's 8 characters are too few for some operators.
    passwordBytesMax,
    bind: mode,
    version: versions[settings.version],
    window,
    maxPduBytes,
    enquireAfterMs: enquireLinkMs,
    responseMs: responseTimeoutMs,
  };
}

/** SMPP 3.4 §5.2.4: interface_version. */
const versions = { '3.3': 0x33, '3.4': 0x34, '5.0': 0x50 } as const;

function connectionFigures(mode: BindSettings['bind'], state: LinkState): ConnectionFigures {
  const blank = { mode, state: state.name, peer: '', lost: '', retryAtMs: null };
  if (state.name === 'bound') return { ...blank, peer: state.peerSystemId };
  return state.name === 'waiting'
    ? { ...blank, lost: lossText(state), retryAtMs: state.retryAtMs }
    : blank;
}

function lossText({ reason, refusedWith, error }: LinkLoss): string {
  const status = refusedWith === undefined ? '' : ` (${statusName(refusedWith)})`;
  return `${reason satisfies FaultText}${status}${error === undefined ? '' : `: ${error.message}`}`;
}

function logState(log: Log, told: Record<string, unknown>, state: LinkState): void {
  switch (state.name) {
    case 'bound':
      log.info('operator.bound', { ...told, peer: state.peerSystemId });
      break;
    case 'waiting': {
      const { reason, retryAtMs, refusedWith, error } = state;
      const status = refusedWith === undefined ? undefined : statusName(refusedWith);
      const cause = error === undefined ? {} : errorFields(error);
      log.warn('operator.lost', { ...told, ...cause, lost: reason, status, retryAtMs });
      break;
    }
    case 'connecting':
    case 'binding':
    case 'closed':
      log.debug(`operator.${state.name}`, told);
  }
}
