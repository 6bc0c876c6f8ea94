/**
 * The built-in operator: a real SMSC on loopback, which the engine reaches over TCP like any other.
 * The number a message goes to decides what becomes of it (`simulated-numbers.ts`).
 */
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { BindRequest, PduOf, SubmitSm } from '#sms/smpp/pdu.ts';
import {
  type BoundPeer,
  type ServerSettings,
  SmppServer,
  type SmppServerHandlers,
  serverDefaults,
} from '#sms/smpp/server.ts';
import type { Answer, MessageRequest } from '#sms/smpp/session-types.ts';
import { status } from '#sms/smpp/status.ts';
import { Answers, type Submitted } from './answers.ts';
import type { Behaviour, Report } from './behaviour.ts';
import { partNumber } from './concatenation.ts';
import { Deliveries, type Delivery } from './deliveries.ts';
import { type Fault, spoil } from './faults.ts';
import { type HandsetMessage, writtenOn } from './handset.ts';
import {
  decodeDelivery,
  encodeDelivery,
  type Keeping,
  type KeptDelivery,
} from './kept-delivery.ts';
import { makeReceipt, wantsReceipt } from './receipts.ts';
import { repliesTo } from './replies.ts';
import { behaviourOf } from './simulated-numbers.ts';
import { type PhoneSwitch, SwitchedPhones } from './switched-phones.ts';

export type SimulatedOperatorOptions = {
  readonly host: string;
  /** 0 lets the system pick one; it stays the same over a restart. */
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Every delay of the phones is multiplied by this. */
  readonly delayScale?: number | undefined;
  /** Keeps what it owes; without it that ends with the process. */
  readonly keeping?: Keeping | undefined;
};

/** A delivery before it is begun: kept first where things are kept. */
type Owed = Delivery & { readonly afterMs: number; readonly isInFront: boolean };

/** An id that no message has. */
const wrongIdStep = 1_000_000_000n;

/** A reply follows the receipt. */
const replyAfterMs = 3_500;

/** Answers that a number holds back must not be given in its place. */
const answerWithinMs = 3_600_000;
const unansweredMax = 10_000;

/** As many deliveries as the engine has in its hands at a time. */
const deliveryWindow = 200;

export async function openSimulatedOperator(
  options: SimulatedOperatorOptions,
): Promise<SimulatedOperator> {
  const operator = new SimulatedOperator(options);
  await operator.restart();
  return operator;
}

export class SimulatedOperator implements AsyncDisposable {
  readonly #options: SimulatedOperatorOptions;
  readonly #delayScale: number;
  readonly #answers: Answers;
  readonly #deliveries: Deliveries;
  readonly #switched = new SwitchedPhones();
  #server: SmppServer | undefined;
  #port: number;
  #submits = 0;
  #lastId: bigint;
  #lastOwed: number;
  #lastReference = 0;
  #fault: Fault = 'none';
  #faultEnds: Timer | undefined;

  constructor(options: SimulatedOperatorOptions) {
    this.#options = options;
    this.#delayScale = options.delayScale ?? 1;
    this.#answers = new Answers(options.clock, this.#delayScale);
    this.#deliveries = new Deliveries(options.clock, (id) => options.keeping?.forget(id));
    this.#port = options.port;
    // Ids of an earlier process do not come again: no clock gives a million of them a second.
    this.#lastOwed = Math.floor(options.clock.nowMs()) * 1_000;
    this.#lastId = BigInt(this.#lastOwed);
  }

  get port(): number {
    return this.#port;
  }

  /** Every submit_sm that arrived, whatever became of it. */
  get submits(): number {
    return this.#submits;
  }

  /** Receipts and replies that nobody has taken yet. */
  get owed(): number {
    return this.#deliveries.owed;
  }

  /** What a person writes on one of its phones, to whichever client binds here. */
  async deliver(message: HandsetMessage): Promise<void> {
    const { systemId } = this.#options;
    const owed = writtenOn(message, this.#nextReference()).map((part) => ({
      id: this.#nextOwed(),
      message: part,
      systemId,
      afterMs: 0,
      isInFront: false,
    }));
    await this.#keep(owed);
    for (const { afterMs, isInFront: _, ...delivery } of owed) {
      this.#deliveries.add(delivery, afterMs);
    }
  }

  /** What an operator before this one owed; those of another version are left alone. */
  owe(kept: readonly KeptDelivery[]): void {
    const nowMs = this.#options.clock.nowMs();
    for (const { id, systemId, dueAtMs, pdu } of kept) {
      const message = decodeDelivery(pdu);
      // Clocks that are set back give no id twice.
      this.#lastOwed = Math.max(this.#lastOwed, id);
      if (message === undefined) continue;
      this.#deliveries.add({ id, systemId, message }, Math.max(0, dueAtMs - nowMs));
    }
  }

  /** Begins a fault, which ends by itself; another one takes its place. */
  async fail(fault: Fault, forMs: number): Promise<void> {
    const wasDown = this.#fault === 'down';
    this.#faultEnds?.cancel();
    this.#fault = fault;
    this.#options.log.info('simulator.fault', { fault, forMs });
    if (fault === 'down') await this.stop();
    else if (wasDown) await this.restart();
    if (fault === 'none') return;
    this.#faultEnds = this.#options.clock.after(forMs, () => void this.fail('none', 0));
  }

  /** Phones that do otherwise than their numbers say; all others do as usual. */
  switchPhones(switches: readonly PhoneSwitch[]): void {
    this.#switched.set(switches);
  }

  /** What is due within that time is due now. */
  async moveClock(byMs: number): Promise<void> {
    await this.#options.keeping?.hasten(byMs);
    this.#deliveries.moveClock(byMs);
  }

  /** Gone without a word, as after a power cut; what it owes is kept. */
  async stop(): Promise<void> {
    this.#deliveries.stop();
    await this.#server?.kill();
    this.#server = undefined;
  }

  /** Listens (again), on the port it had. */
  async restart(): Promise<void> {
    await this.stop();
    const { host, systemId, clock } = this.#options;
    const settings: ServerSettings = {
      ...serverDefaults,
      host,
      port: this.#port,
      systemId,
      window: deliveryWindow,
      unansweredMax,
      answerWithinMs,
    };
    this.#server = await SmppServer.listen(settings, this.#handlers(), { clock });
    this.#port = this.#server.port;
    this.#deliveries.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#faultEnds?.cancel();
    this.#deliveries.stop();
    await this.#server?.[Symbol.asyncDispose]();
    this.#server = undefined;
  }

  #handlers(): SmppServerHandlers {
    const { log } = this.#options;
    return {
      authenticate: (bind) => this.#authenticate(bind),
      bound: (peer) => {
        log.info('simulator.bound', { systemId: peer.systemId, mode: peer.mode });
        this.#deliveries.attach(peer);
      },
      request: (request, peer) => this.#take(request, peer),
      ready: (peer) => this.#deliveries.pump(peer.systemId),
      pduError: (kind) => log.debug('simulator.pdu_refused', { kind }),
      unbound: (peer, reason) => {
        log.info('simulator.unbound', { systemId: peer.systemId, reason });
        this.#deliveries.detach(peer);
      },
    };
  }

  #authenticate({ systemId, password }: BindRequest): number {
    if (systemId !== this.#options.systemId) return status.invalidSystemId;
    return password === this.#options.password ? status.ok : status.invalidPassword;
  }

  #take(request: MessageRequest, peer: BoundPeer): Promise<Answer> | Answer {
    if (request.command !== 'submit_sm') return { status: status.invalidCommandId };
    this.#submits++;
    if (this.#deliveries.isFull) return { status: status.messageQueueFull };
    return this.#submit(request, peer);
  }

  #submit(request: PduOf<'submit_sm'>, peer: BoundPeer): Promise<Answer> | Answer {
    const behaviour = spoil(this.#behaviourOf(request.body), this.#fault);
    const submitted: Submitted = { request, peer, id: ++this.#lastId };
    const isTaken = this.#answers.takes(behaviour.answer, submitted);
    const answer = (): Promise<Answer> | Answer =>
      this.#answers.answer(behaviour.answer, submitted, isTaken);
    if (!isTaken) return answer();
    const owed = [
      ...this.#receiptsOf(behaviour, submitted),
      ...this.#repliesOf(behaviour, submitted),
    ];
    const begin = (): Promise<Answer> | Answer => {
      for (const each of owed) this.#begin(each, peer);
      return answer();
    };
    const { keeping, log } = this.#options;
    if (keeping === undefined || owed.length === 0) return begin();
    return this.#keep(owed).then(begin, (error: unknown) => {
      log.error('simulator.not_kept', errorFields(error));
      return { status: status.systemError };
    });
  }

  #behaviourOf({ destination: { address } }: SubmitSm): Behaviour {
    const nowMs = this.#options.clock.nowMs();
    return this.#switched.change(address, behaviourOf(address), nowMs);
  }

  async #keep(owed: readonly Owed[]): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    const kept = owed.map(({ id, systemId, message, afterMs }) => ({
      id,
      systemId,
      dueAtMs: nowMs + afterMs,
      pdu: encodeDelivery(message),
    }));
    await this.#options.keeping?.keep(kept);
  }

  /** What is said in front leaves before the answer does, in the same write. */
  #begin({ isInFront, afterMs, ...delivery }: Owed, peer: BoundPeer): void {
    if (isInFront && peer.room > 0) this.#deliveries.addSent(delivery, peer);
    else this.#deliveries.add(delivery, isInFront ? 0 : afterMs);
  }

  #receiptsOf({ receipts }: Behaviour, submitted: Submitted): readonly Owed[] {
    const { request, peer, id } = submitted;
    const submit = request.body;
    if (receipts.parts === 'first only' && partNumber(submit) > 1) return [];
    const reports = receipts.reports.filter((report) => wantsReceipt(submit, report));
    return reports.flatMap((report) => {
      const afterMs = this.#delayOf(report);
      const message = this.#receipt(submit, {
        report,
        id: String(this.#fault === 'wrong-ids' ? id + wrongIdStep : id),
        form: receipts.form,
        afterMs,
      });
      const isInFront = receipts.way === 'in front';
      const notOn = receipts.way === 'another bind' ? peer : undefined;
      const { systemId } = peer;
      const how = { message, systemId, notOn, afterMs, isInFront };
      return Array.from({ length: receipts.copies }, () => ({ ...how, id: this.#nextOwed() }));
    });
  }

  #receipt(
    submit: SubmitSm,
    facts: Pick<Parameters<typeof makeReceipt>[1], 'id' | 'report' | 'form'> & { afterMs: number },
  ): Delivery['message'] {
    const { afterMs, ...rest } = facts;
    const submittedAtMs = this.#options.clock.nowMs();
    return makeReceipt(submit, { ...rest, submittedAtMs, doneAtMs: submittedAtMs + afterMs });
  }

  #repliesOf({ reply }: Behaviour, { request, peer, id }: Submitted): readonly Owed[] {
    if (reply === undefined) return [];
    const facts = { id: String(id), reference: this.#nextReference() };
    return repliesTo(request.body, reply, facts).map((message) => ({
      id: this.#nextOwed(),
      message,
      systemId: peer.systemId,
      afterMs: replyAfterMs * this.#delayScale,
      isInFront: false,
    }));
  }

  #nextOwed(): number {
    this.#lastOwed += 1;
    return this.#lastOwed;
  }

  #nextReference(): number {
    this.#lastReference = (this.#lastReference + 1) & 0xffff;
    return this.#lastReference;
  }

  #delayOf({ afterMs: [least, most] }: Report): number {
    return (least + this.#options.random() * (most - least)) * this.#delayScale;
  }
}
