/**
 * The built-in operator: a real SMSC on loopback, which the engine reaches over TCP like any other.
 * The number a message goes to decides what becomes of it (`simulated-numbers.ts`).
 */
import type { Clock, Timer } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
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
import { makeReceipt, wantsReceipt } from './receipts.ts';
import { repliesTo } from './replies.ts';
import { behaviourOf } from './simulated-numbers.ts';

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
};

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
  #server: SmppServer | undefined;
  #port: number;
  #submits = 0;
  #lastId: bigint;
  #lastReference = 0;
  #fault: Fault = 'none';
  #faultEnds: Timer | undefined;

  constructor(options: SimulatedOperatorOptions) {
    this.#options = options;
    this.#delayScale = options.delayScale ?? 1;
    this.#answers = new Answers(options.clock, this.#delayScale);
    this.#deliveries = new Deliveries(options.clock);
    this.#port = options.port;
    // Ids of an earlier process do not come again: no clock gives a million of them a second.
    this.#lastId = BigInt(Math.floor(options.clock.nowMs())) * 1_000n;
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
  deliver(message: HandsetMessage): void {
    const { systemId } = this.#options;
    for (const part of writtenOn(message, this.#nextReference())) {
      this.#deliveries.add({ message: part, systemId }, 0);
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

  /** What is due within that time is due now. */
  moveClock(byMs: number): void {
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
    const behaviour = spoil(behaviourOf(request.body.destination.address), this.#fault);
    const submitted: Submitted = { request, peer, id: ++this.#lastId };
    const { answer, isTaken } = this.#answers.answer(behaviour.answer, submitted);
    if (isTaken) {
      this.#oweReceipts(behaviour, submitted);
      this.#oweReplies(behaviour, submitted);
    }
    return answer;
  }

  #oweReceipts({ receipts }: Behaviour, { request, peer, id }: Submitted): void {
    const submit = request.body;
    if (receipts.parts === 'first only' && partNumber(submit) > 1) return;
    for (const report of receipts.reports) {
      if (!wantsReceipt(submit, report)) continue;
      const afterMs = this.#delayOf(report);
      const message = this.#receipt(submit, {
        report,
        id: String(this.#fault === 'wrong-ids' ? id + wrongIdStep : id),
        form: receipts.form,
        afterMs,
      });
      for (let copies = receipts.copies; copies > 0; copies--) {
        if (receipts.way === 'in front') this.#deliverInFront(message, peer);
        else {
          const notOn = receipts.way === 'another bind' ? peer : undefined;
          this.#deliveries.add({ message, systemId: peer.systemId, notOn }, afterMs);
        }
      }
    }
  }

  #receipt(
    submit: SubmitSm,
    facts: Pick<Parameters<typeof makeReceipt>[1], 'id' | 'report' | 'form'> & { afterMs: number },
  ): Delivery['message'] {
    const { afterMs, ...rest } = facts;
    const submittedAtMs = this.#options.clock.nowMs();
    return makeReceipt(submit, { ...rest, submittedAtMs, doneAtMs: submittedAtMs + afterMs });
  }

  /** Said before the answer is returned, so it leaves in front of it, in the same write. */
  #deliverInFront(message: Delivery['message'], peer: BoundPeer): void {
    const { systemId } = peer;
    if (peer.room === 0) this.#deliveries.add({ message, systemId }, 0);
    else this.#deliveries.addSent({ message, systemId }, peer);
  }

  #oweReplies({ reply }: Behaviour, { request, peer, id }: Submitted): void {
    if (reply === undefined) return;
    const facts = { id: String(id), reference: this.#nextReference() };
    for (const message of repliesTo(request.body, reply, facts)) {
      const { systemId } = peer;
      this.#deliveries.add({ message, systemId }, replyAfterMs * this.#delayScale);
    }
  }

  #nextReference(): number {
    this.#lastReference = (this.#lastReference + 1) & 0xffff;
    return this.#lastReference;
  }

  #delayOf({ afterMs: [least, most] }: Report): number {
    return (least + this.#options.random() * (most - least)) * this.#delayScale;
  }
}
