/**
 * A bind that we keep up: connects, binds, and connects again whenever the link is lost, until it
 * is disposed of.
 *
 *   connecting → binding → bound → (link lost) → waiting → connecting … → closed
 */
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { type BindSettings, bindRequestOf, unfitSetting } from './bind-settings.ts';
import { connect } from './connect.ts';
import { blankBody } from './layout.ts';
import type { DataSm, DeliverSm, Pdu, SubmitSm, Tlv } from './pdu.ts';
import { bindCommands } from './permissions.ts';
import { type Attempt, Reconnect } from './reconnect.ts';
import { Session } from './session.ts';
import type {
  Answer,
  CloseReason,
  MessageRequest,
  PduError,
  PduWay,
  SessionHandlers,
} from './session-types.ts';
import { status } from './status.ts';
import type { RequestAnswer, RequestOutcome } from './window.ts';
import { SocketWire } from './wire.ts';

export type SubmitOutcome = RequestOutcome;
export type SubmitAnswered = RequestAnswer;

export type LinkState =
  | { readonly name: 'connecting' }
  | { readonly name: 'binding' }
  | { readonly name: 'bound'; readonly peerSystemId: string; readonly tlvs: readonly Tlv[] }
  | ({ readonly name: 'waiting'; readonly retryAtMs: number } & LinkLoss)
  | { readonly name: 'closed' };

export type LinkLoss = {
  readonly reason: CloseReason | 'connect failed' | 'connect timed out';
  /** With 'bind refused': the operator's command_status. */
  readonly refusedWith?: number | undefined;
  readonly error?: Error | undefined;
};

export interface SmppClientHandlers {
  /**
   * A deliver_sm, or a data_sm in the same shape, arrived. The answer's command_status is sent when
   * the promise settles; after `answerWithinMs` 0x64 has been sent in its place.
   */
  deliver(message: DeliverSm): Promise<number> | number;
  stateChanged(state: LinkState): void;
  /** There may be room for submits again: a slot, the socket, the bind. At most once a turn. */
  ready(): void;
  /** A submit that was given up as uncertain has its answer after all, within ten minutes. */
  lateResponse(reference: number, answer: SubmitAnswered): void;
  /** The octets of a deliver_sm that could not be read and was refused for good. */
  unreadable?(octets: Buffer): void;
  pduError(kind: PduError): void;
  /** Each PDU as it comes and goes, for who watches the link. */
  seen?(way: PduWay, pdu: Pdu): void;
  /**
   * Asked right before octets go to the socket; false destroys it. A process may be stopped for a while
   * between a submit and its write, and must not write what another one may have sent meanwhile.
   */
  mayWrite?(): boolean;
}

type SmppClientPorts = { readonly clock: Clock; readonly random: () => number };

const links = boundary('smpp.link', 'library');

export class SmppClient implements AsyncDisposable {
  readonly #settings: BindSettings;
  readonly #handlers: SmppClientHandlers;
  readonly #clock: Clock;
  readonly #reconnect: Reconnect;
  readonly #stop = new AbortController();
  #session: Session | undefined;
  #running: Promise<void> | undefined;

  constructor(settings: BindSettings, handlers: SmppClientHandlers, ports: SmppClientPorts) {
    const unfit = unfitSetting(settings);
    if (unfit !== undefined) throw new RangeError(`${unfit} does not fit a bind request`);
    this.#settings = settings;
    this.#handlers = handlers;
    this.#clock = ports.clock;
    this.#reconnect = new Reconnect(settings, ports.random);
  }

  /** Connects and binds, and again whenever the link is lost. Starting twice is starting once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** How many submits may be sent now: free slots of a bind that may submit, on a socket with room. */
  get roomForSubmits(): number {
    return this.#session?.room ?? 0;
  }

  /** Submits that wait for their answer. */
  get unanswered(): number {
    return this.#session?.unanswered ?? 0;
  }

  /** For how long submits have waited without any response; 0: none waits. */
  get silentForMs(): number {
    return this.#session?.silentForMs ?? 0;
  }

  /**
   * Settles on every way out, once and maybe at once: a call, for what comes behind the response in the
   * same read may be about it. `reference` comes back with a response that is too late.
   */
  submit(message: SubmitSm, reference: number, settle: (outcome: SubmitOutcome) => void): void {
    if (this.#session === undefined) settle({ kind: 'unsent' });
    else this.#session.request('submit_sm', message, { reference, settle });
  }

  /** Leaves this bind and makes another: the operator says that it may not do what it was made for. */
  rebind(): void {
    this.#session?.unbind();
  }

  /** Closes the socket at once, with whatever is in progress on it, and does not come back. */
  cut(): void {
    this.#stop.abort();
    this.#session?.close('cut off');
  }

  /** Takes no more submits, waits for open responses, unbinds and closes. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#session?.unbind();
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      const loss = await this.#connectAndBind();
      await this.#wait(loss);
    } while (!this.#stop.signal.aborted);
    this.#tell({ name: 'closed' });
  }

  async #wait({ boundForMs, ...loss }: LinkLoss & Attempt): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const asked = this.#reconnect.delayAfterMs({ boundForMs, refusedWith: loss.refusedWith });
    // Chance spreads it over fractions; an instant is a whole number, for pages too.
    const delayMs = Math.round(asked);
    const retryAtMs = this.#clock.nowMs() + delayMs;
    const slept = this.#clock.sleep(delayMs, this.#stop.signal);
    this.#tell({ name: 'waiting', retryAtMs, ...loss });
    await slept.catch(() => undefined);
  }

  /** One connection from its first packet to its last; settles when it is gone. */
  async #connectAndBind(): Promise<LinkLoss & Attempt> {
    this.#tell({ name: 'connecting' });
    const { connectMs: timeoutMs } = this.#settings;
    const signal = this.#stop.signal;
    const connected = await connect(this.#settings, { timeoutMs, clock: this.#clock, signal });
    if (connected.ok) {
      const wire = new SocketWire(connected.socket, this.#clock, {
        mayWrite: () => this.#handlers.mayWrite?.() ?? true,
      });
      const loss = await this.#serveLink(wire);
      // Two sockets at a time might be one bind more than the operator allows.
      await wire.closed;
      return loss;
    }
    return connected.why === 'failed'
      ? { reason: 'connect failed', error: connected.error, boundForMs: 0 }
      : { reason: 'connect timed out', boundForMs: 0 };
  }

  async #serveLink(wire: SocketWire): Promise<LinkLoss & Attempt> {
    const { promise: closed, resolve } = Promise.withResolvers<LinkLoss>();
    const handlers = this.#sessionHandlers((reason, error) => resolve({ reason, error }));
    const settings = { ...this.#settings, role: 'esme' } as const;
    const session = new Session(settings, { wire, clock: this.#clock, handlers });
    this.#session = session;
    wire.attach(session);
    const refusedWith = await this.#bind(session);
    const boundAtMs = this.#clock.monotonicMs();
    const loss = await closed;
    this.#session = undefined;
    if (refusedWith !== undefined) return { ...loss, refusedWith, boundForMs: 0 };
    return { ...loss, boundForMs: this.#clock.monotonicMs() - boundAtMs };
  }

  /** The status that the bind was refused with, if it was. */
  async #bind(session: Session): Promise<number | undefined> {
    this.#tell({ name: 'binding' });
    const command = bindCommands[this.#settings.bind];
    const outcome = await session.bind(command, bindRequestOf(this.#settings));
    if (outcome.kind === 'refused') {
      session.close('bind refused');
      return outcome.status;
    }
    if (outcome.kind === 'closed') return undefined;
    const { peerSystemId, tlvs } = outcome;
    this.#tell({ name: 'bound', peerSystemId, tlvs });
    if (session.room > 0) this.#handlers.ready();
    return undefined;
  }

  /** Who is told must not be able to stop the bind from coming back. */
  #tell(state: LinkState): void {
    links.attempt(() => this.#handlers.stateChanged(state), dropped);
  }

  #sessionHandlers(closed: SessionHandlers['closed']): SessionHandlers {
    const handlers = this.#handlers;
    return {
      request: (request) => this.#take(request),
      ready: () => handlers.ready(),
      lateResponse: (reference, answer) => handlers.lateResponse(reference, answer),
      unreadable: (octets) => handlers.unreadable?.(octets),
      pduError: (kind) => handlers.pduError(kind),
      seen: (way, pdu) => handlers.seen?.(way, pdu),
      closed,
    };
  }

  #take(request: MessageRequest): Promise<Answer> | Answer {
    if (request.command === 'deliver_sm') return this.#deliver(request.body);
    if (request.command === 'data_sm') return this.#deliver(asDelivery(request.body));
    return { status: status.invalidCommandId };
  }

  #deliver(message: DeliverSm): Promise<Answer> | Answer {
    const answered = this.#handlers.deliver(message);
    return typeof answered === 'number'
      ? { status: answered }
      : answered.then((code) => ({ status: code }));
  }
}

/** The fields that data_sm has not are blank; its text is in the TLV message_payload. */
function asDelivery(data: DataSm): DeliverSm {
  return { ...blankBody('deliver_sm'), ...data };
}
