/**
 * One SMPP session, of either side, no matter which dialled.
 *
 *   connecting → open → binding → bound (tx | rx | trx) → unbinding → closed
 *
 * It comes to life open, on a connection that somebody has made (`client.ts`, `server.ts`); a lost
 * connection closes it from anywhere. Everything it was asked is settled on each way out.
 */
import { unreachable } from '#core/assert.ts';
import { boundary } from '#core/boundary.ts';
import { type Clock, comeRound, type Timer } from '#core/clock.ts';
import { answerBind, bindOutcome, mayHaveTlvs } from './bind-answer.ts';
import { isResponse } from './commands.ts';
import { encodeIfFit, UnfitField } from './encode.ts';
import { Intake } from './intake.ts';
import { blankBody } from './layout.ts';
import { Leaving } from './leaving.ts';
import { OwedAnswers } from './owed-answers.ts';
import type { BindRequest, Bodies, Command, Pdu, Response } from './pdu.ts';
import { PduWriter } from './pdu-writer.ts';
import { PeerTime } from './peer-time.ts';
import { type ControlRequest, PendingRequests } from './pending-requests.ts';
import { type BindCommand, type BindMode, bindModeOf, mayRequest } from './permissions.ts';
import { ReadySignal } from './ready-signal.ts';
import {
  type Answer,
  type BindOutcome,
  type CloseReason,
  isAbrupt,
  type MessageRequest,
  type SessionHandlers,
  type SessionSettings,
} from './session-types.ts';
import { status } from './status.ts';
import { noTlvs } from './tlv.ts';
import type { PendingRequest } from './window.ts';
import type { Wire, WireUser } from './wire.ts';

/** Every deadline of a session is looked at this often: no request has a timer of its own. */
const tickMs = 250;

/** What a session does by itself: its failure cuts the session off. */
const turns = boundary('smpp.session', 'timer');

type State = 'open' | 'binding' | 'bound' | 'unbinding' | 'closed';

type SessionPorts = {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly handlers: SessionHandlers;
};

export class Session implements WireUser {
  readonly #settings: SessionSettings;
  readonly #wire: Wire;
  readonly #clock: Clock;
  readonly #handlers: SessionHandlers;
  readonly #writer: PduWriter;
  readonly #intake: Intake;
  readonly #pending: PendingRequests;
  readonly #owed: OwedAnswers;
  readonly #peerTime: PeerTime;
  #state: State = 'open';
  #mode: BindMode = 'trx';
  #takesTlvs = true;
  #timer: Timer;
  readonly #ticking = turns.guard(
    () => this.#tick(),
    () => this.close('cut off'),
  );
  readonly #ready = new ReadySignal(
    () => this.room > 0,
    turns.guard(
      () => void (this.room > 0 && this.#handlers.ready()),
      () => this.close('cut off'),
    ),
  );
  #nowMs: number;
  #settleBind: ((outcome: BindOutcome) => void) | undefined;
  readonly #leaving = new Leaving();

  constructor(settings: SessionSettings, { wire, clock, handlers }: SessionPorts) {
    this.#settings = settings;
    this.#wire = wire;
    this.#clock = clock;
    this.#handlers = handlers;
    this.#writer = new PduWriter(wire, handlers);
    this.#intake = this.#openIntake();
    this.#pending = new PendingRequests(settings);
    this.#owed = this.#openOwedAnswers();
    this.#nowMs = clock.monotonicMs();
    this.#peerTime = new PeerTime(this.#nowMs);
    this.#timer = comeRound(clock, tickMs, this.#ticking);
  }

  /** How many requests may be sent now. */
  get room(): number {
    return this.#maySend && this.#wire.isWritable ? this.#pending.free : 0;
  }

  /** Requests that wait for their answer. */
  get unanswered(): number {
    return this.#settings.window - this.#pending.free;
  }

  /** For how long requests have waited without any response; 0: none waits. */
  get silentForMs(): number {
    return this.#pending.silentForMs(this.#peerTime.ms);
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  get #maySend(): boolean {
    const command = this.#settings.role === 'esme' ? 'submit_sm' : 'deliver_sm';
    return this.#state === 'bound' && mayRequest(this.#settings.role, this.#mode, command);
  }

  bind(command: BindCommand, bind: BindRequest): Promise<BindOutcome> {
    return new Promise((resolve) => {
      if (this.#state !== 'open') {
        resolve({ kind: 'closed' });
        return;
      }
      this.#state = 'binding';
      this.#mode = bindModeOf(command);
      this.#takesTlvs = mayHaveTlvs(bind);
      this.#settleBind = resolve;
      this.#ask(command, bind, {
        withinMs: this.#settings.bindAnswerMs,
        unanswered: 'bind unanswered',
        answered: (response) => {
          const outcome = bindOutcome(response);
          if (outcome.kind === 'bound') this.#state = 'bound';
          resolve(outcome);
        },
      });
    });
  }

  /** Sends a submit_sm or deliver_sm, if there is room for it. `settle` is called once, maybe at once. */
  request<Name extends 'submit_sm' | 'deliver_sm'>(
    command: Name,
    body: Bodies[Name],
    { reference, settle }: Pick<PendingRequest, 'reference' | 'settle'>,
  ): void {
    if (!this.#maySend || this.#pending.free <= 0) {
      settle({ kind: 'unsent' });
      return;
    }
    const sequence = this.#pending.nextSequence();
    const sent = this.#takesTlvs ? body : { ...body, tlvs: noTlvs };
    const pdu: Pdu = { command, status: status.ok, sequence, body: sent };
    const octets = encodeIfFit(pdu);
    if (octets instanceof UnfitField) {
      settle({ kind: 'unfit', field: octets.field });
      return;
    }
    const { write } = this.#wire;
    const sentAtMs = this.#peerTime.ms;
    this.#pending.add({ command, sequence, reference, sentAtMs, write, settle });
    this.#writer.write(octets, pdu);
  }

  /** How many of the peer's messages may wait for our answer from now on; beyond them none is read. */
  limitUnanswered(unansweredMax: number): void {
    this.#owed.limit(unansweredMax);
  }

  /** Octets as they are, for a peer that has to misbehave. */
  sendOctets(octets: Buffer): void {
    if (this.#state !== 'closed') this.#wire.send(octets);
  }

  /** Takes no more requests, waits for what is open, unbinds and closes; `closed` follows. */
  unbind(): void {
    if (this.#state === 'open' || this.#state === 'binding') this.close('told to close');
    if (this.#state !== 'bound') return;
    this.#leaveOnceQuiet(() =>
      this.#ask('unbind', blankBody('unbind'), {
        withinMs: this.#settings.unbindMs,
        unanswered: 'told to close',
        answered: () => this.close('told to close'),
      }),
    );
  }

  /** Ends the session now. */
  close(reason: CloseReason, error?: Error): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#timer.cancel();
    this.#intake.close();
    if (isAbrupt(reason)) this.#wire.destroy();
    else this.#wire.end();
    this.#pending.giveUp(this.#wire.write);
    this.#settleBind?.({ kind: 'closed' });
    this.#handlers.closed(reason, error);
  }

  received(chunk: Buffer): void {
    if (this.#state === 'closed') return;
    this.#peerTime.hear();
    this.#intake.push(chunk);
  }

  drained(): void {
    this.#ready.schedule();
  }

  gone(error: Error | undefined): void {
    this.close(error === undefined ? 'peer hung up' : 'connection lost', error);
  }

  #openIntake(): Intake {
    return new Intake(this.#settings.maxPduBytes, {
      wire: this.#wire,
      take: (pdu) => this.#take(pdu),
      takeCutShort: (command, sequence, octets) => this.#takeCutShort(command, sequence, octets),
      takeUnknown: (sequence) => this.#writer.nack(status.invalidCommandId, sequence),
      streamLost: () => this.#loseStream(),
      pduError: (kind) => this.#handlers.pduError(kind),
    });
  }

  #openOwedAnswers(): OwedAnswers {
    return new OwedAnswers(this.#settings, {
      handle: (request) => this.#handlers.request(request),
      respond: ({ command, sequence }, answer) => this.#respond(command, sequence, answer),
      failed: () => this.#handlers.pduError('handler failed'),
      settled: () => this.#settled(),
    });
  }

  /** Only a new connection helps. */
  #loseStream(): void {
    this.#handlers.pduError('stream lost');
    this.#writer.nack(status.invalidCommandLength, 0);
    this.close('stream lost');
  }

  /** A temporary status would bring the same octets back for ever: a deliver_sm is kept and refused. */
  #takeCutShort(command: Command, sequence: number, octets: Buffer): void {
    if (command === 'deliver_sm') this.#handlers.unreadable(Buffer.from(octets));
    const code = command === 'deliver_sm' ? status.rejectedByApp : status.invalidParameterLength;
    this.#respond(command, sequence, { status: code });
  }

  #take(pdu: Pdu): void {
    this.#handlers.seen?.('received', pdu);
    if (isResponse(pdu)) this.#takeResponse(pdu);
    else this.#takeRequest(pdu);
  }

  #takeRequest(request: Exclude<Pdu, Response>): void {
    switch (request.command) {
      case 'enquire_link':
        this.#respond(request.command, request.sequence, { status: status.ok });
        break;
      case 'unbind':
        this.#takeUnbind(request.sequence);
        break;
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        this.#takeBind(request.command, request.body, request.sequence);
        break;
      // Neither has a response (SMPP 3.4 §4.1.7, §4.12.1), and neither asks for anything of ours.
      case 'outbind':
      case 'alert_notification':
        break;
      case 'submit_sm':
      case 'deliver_sm':
      case 'data_sm':
      case 'submit_multi':
      case 'query_sm':
      case 'cancel_sm':
      case 'replace_sm':
        this.#takeMessage(request);
        break;
      default:
        unreachable(request);
    }
  }

  #takeResponse(response: Response): void {
    const answered = this.#pending.take(response, this.#peerTime.ms);
    if (answered === 'nothing') this.#handlers.pduError('response to nothing');
    else if (answered === 'a request') this.#ready.schedule();
    else this.#handlers.lateResponse(answered.lateReference, answered.answer);
    this.#leaveIfQuiet();
  }

  #takeMessage(request: MessageRequest): void {
    const peer = this.#settings.role === 'esme' ? 'smsc' : 'esme';
    // What was in progress when we began to unbind is still taken.
    const isBound = this.#state === 'bound' || this.#state === 'unbinding';
    if (!isBound || !mayRequest(peer, this.#mode, request.command)) {
      this.#refuseInState(request.command, request.sequence, status.incorrectBindStatus);
      return;
    }
    this.#owed.take(request, this.#nowMs);
    if (this.#owed.isFull) this.#intake.stop();
  }

  /** An answer of ours has gone out, or time has. */
  #settled(): void {
    this.#leaveIfQuiet();
    if (!this.#owed.isFull && this.#state !== 'binding') this.#intake.readOn();
  }

  /** The peer wants to bind. What it sends behind its bind waits until that is answered. */
  #takeBind(command: BindCommand, bind: BindRequest, sequence: number): void {
    if (this.#settings.role === 'esme' || this.#state !== 'open') {
      // SMPP 3.4 §5.1.3 has a status of its own for the second bind of a session.
      const isSecond = this.#settings.role === 'smsc';
      const code = isSecond ? status.alreadyBound : status.incorrectBindStatus;
      this.#refuseInState(command, sequence, code);
      return;
    }
    this.#state = 'binding';
    this.#intake.stop();
    const answer = async (): Promise<number> =>
      this.#handlers.bindRequested?.(bind, bindModeOf(command)) ?? status.bindFailed;
    answer().then(
      (code) => this.#answerBind(command, bind, sequence, code),
      () => this.#answerBind(command, bind, sequence, status.systemError),
    );
  }

  #answerBind(command: BindCommand, bind: BindRequest, sequence: number, code: number): void {
    if (this.#state !== 'binding') return;
    this.#respond(command, sequence, answerBind(code, bind, this.#settings.systemId));
    if (code !== status.ok) {
      this.close('bind refused');
      return;
    }
    this.#state = 'bound';
    this.#mode = bindModeOf(command);
    this.#takesTlvs = mayHaveTlvs(bind);
    this.#handlers.bound?.(bind, this.#mode);
    this.#ready.schedule();
    this.#intake.readOn();
  }

  #takeUnbind(sequence: number): void {
    if (this.#state === 'open' || this.#state === 'binding') {
      this.#refuseInState('unbind', sequence, status.incorrectBindStatus);
      return;
    }
    this.#respond('unbind', sequence, { status: status.ok });
    if (this.#state === 'bound') this.#leaveOnceQuiet(() => this.close('peer unbound'));
  }

  #leaveOnceQuiet(leave: () => void): void {
    this.#state = 'unbinding';
    this.#leaving.begin(this.#nowMs + this.#settings.unbindMs, leave);
    this.#leaveIfQuiet();
  }

  /** Quiet: neither side owes the other an answer. */
  #leaveIfQuiet(): void {
    this.#leaving.look(() => this.#pending.noneOpen && this.#owed.isEmpty, this.#nowMs);
  }

  #tick(): void {
    this.#nowMs = this.#clock.monotonicMs();
    this.#timer = comeRound(this.#clock, tickMs, this.#ticking);
    this.#peerTime.step(this.#nowMs, this.#intake.isReading);
    this.#owed.refuseOverdue(this.#nowMs);
    this.#settled();
    const reason = this.#reasonToClose();
    if (reason === undefined) this.#enquireIfSilent();
    else this.close(reason);
    this.#ready.schedule();
  }

  #reasonToClose(): CloseReason | undefined {
    const isAwaited = this.#settings.role === 'smsc' && this.#state === 'open';
    if (isAwaited && this.#peerTime.ms >= this.#settings.bindAwaitedMs) return 'no bind came';
    return this.#pending.expire(this.#peerTime.ms);
  }

  #enquireIfSilent(): void {
    if (this.#state !== 'bound' || this.#pending.isAsking('enquire_link')) return;
    if (this.#peerTime.quietForMs < this.#settings.enquireAfterMs) return;
    this.#ask('enquire_link', blankBody('enquire_link'), {
      withinMs: this.#settings.enquireAnswerMs,
      unanswered: 'enquire_link unanswered',
      answered: () => undefined,
    });
  }

  #ask<Name extends Command>(
    command: Name,
    body: Bodies[Name],
    { withinMs, ...ends }: Pick<ControlRequest, 'unanswered' | 'answered'> & { withinMs: number },
  ): void {
    const sequence = this.#pending.nextSequence();
    const dueAtMs = this.#peerTime.ms + withinMs;
    this.#pending.addControl(sequence, { command, dueAtMs, ...ends });
    this.#writer.send({ command, status: status.ok, sequence, body } as Pdu);
  }

  #refuseInState(command: Command, sequence: number, code: number): void {
    this.#handlers.pduError('request in wrong state');
    this.#respond(command, sequence, { status: code });
  }

  #respond(request: Command, sequence: number, answer: Answer): void {
    if (this.#state !== 'closed') this.#writer.respond(request, sequence, answer);
  }
}
