/** What the operator owes its clients: receipts and replies, kept until one of their binds has taken them. */
import type { Clock, Timer } from '#core/clock.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { BoundPeer } from '#sms/smpp/server.ts';
import { status } from '#sms/smpp/status.ts';
import type { RequestOutcome } from '#sms/smpp/window.ts';
import { DueQueue, Fifo } from './due-queue.ts';

/** A store of this many; a submit that would owe more is refused as "queue full". */
const deliveriesMax = 100_000;

/** A delivery that was refused for now comes again after this. */
const againAfterMs = 3_000;

/** After so many refusals a delivery is given up: an hour of them. */
const refusalsMax = 1_200;

/** These will say the same for ever. */
const finalRefusals: ReadonlySet<number> = new Set([
  status.invalidCommandId,
  status.permanentAppError,
  status.rejectedByApp,
]);

export type Delivery = {
  readonly message: DeliverSm;
  readonly systemId: string;
  /** Under which it is kept. */
  readonly id: number;
  /** Not on this bind, if there is another. */
  readonly notOn?: BoundPeer | undefined;
};

type Owed = Delivery & { refusals: number };

/** One client's binds, and what waits for them. */
type Client = { readonly peers: BoundPeer[]; readonly waiting: Fifo<Owed>; turn: number };

export class Deliveries {
  readonly #clock: Clock;
  readonly #forget: (id: number) => void;
  readonly #due = new DueQueue<Owed>();
  readonly #clients = new Map<string, Client>();
  #timer: Timer | undefined;
  #timerDueAtMs = Number.POSITIVE_INFINITY;
  #movedByMs = 0;
  #owed = 0;

  constructor(clock: Clock, forget: (id: number) => void) {
    this.#clock = clock;
    this.#forget = forget;
  }

  /** Deliveries that nobody has taken yet. */
  get owed(): number {
    return this.#owed;
  }

  get isFull(): boolean {
    return this.#owed >= deliveriesMax;
  }

  get #nowMs(): number {
    return this.#clock.monotonicMs() + this.#movedByMs;
  }

  /** As if so much time had passed. */
  moveClock(byMs: number): void {
    this.#movedByMs += byMs;
    this.#deliverDue();
  }

  add(delivery: Delivery, afterMs: number): void {
    this.#owed++;
    this.#schedule({ ...delivery, refusals: 0 }, afterMs);
  }

  /** Sends at once, on this bind; kept like any other until it is taken. */
  addSent(delivery: Delivery, peer: BoundPeer): void {
    this.#owed++;
    void this.#send({ ...delivery, refusals: 0 }, peer);
  }

  attach(peer: BoundPeer): void {
    if (peer.mode === 'tx') return;
    this.#clientOf(peer.systemId).peers.push(peer);
    this.pump(peer.systemId);
  }

  detach(peer: BoundPeer): void {
    const { peers } = this.#clientOf(peer.systemId);
    const at = peers.indexOf(peer);
    if (at >= 0) peers.splice(at, 1);
  }

  /** Sends what waits, as far as the binds have room. */
  pump(systemId: string): void {
    const client = this.#clientOf(systemId);
    for (let owed = client.waiting.first; owed !== undefined; owed = client.waiting.first) {
      const peer = choosePeer(client, owed);
      if (peer === undefined) return;
      client.waiting.dropFirst();
      void this.#send(owed, peer);
    }
  }

  start(): void {
    this.#setTimer();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timerDueAtMs = Number.POSITIVE_INFINITY;
  }

  #clientOf(systemId: string): Client {
    const known = this.#clients.get(systemId);
    if (known !== undefined) return known;
    const client = { peers: [], waiting: new Fifo<Owed>(), turn: 0 };
    this.#clients.set(systemId, client);
    return client;
  }

  async #send(owed: Owed, peer: BoundPeer): Promise<void> {
    this.#settle(owed, await peer.deliver(owed.message));
  }

  #settle(owed: Owed, outcome: RequestOutcome): void {
    const isTaken = outcome.kind === 'answered' && outcome.status === status.ok;
    if (isTaken || outcome.kind === 'unfit' || this.#isFinal(owed, outcome)) {
      this.#owed--;
      this.#forget(owed.id);
      return;
    }
    // Not taken for certain: at least once means again.
    this.#schedule(owed, outcome.kind === 'answered' ? againAfterMs : 0);
  }

  #isFinal(owed: Owed, outcome: RequestOutcome): boolean {
    if (outcome.kind !== 'answered') return false;
    return finalRefusals.has(outcome.status) || ++owed.refusals >= refusalsMax;
  }

  #schedule(owed: Owed, afterMs: number): void {
    this.#due.add(owed, this.#nowMs + afterMs);
    this.#setTimer();
  }

  #setTimer(): void {
    const dueAtMs = this.#due.nextDueAtMs;
    if (dueAtMs === undefined || dueAtMs >= this.#timerDueAtMs) return;
    this.#timer?.cancel();
    this.#timerDueAtMs = dueAtMs;
    // Ten milliseconds at a time: at 20,000 receipts a second a timer for each would be the load.
    const delayMs = Math.max(10, dueAtMs - this.#nowMs);
    this.#timer = this.#clock.after(delayMs, () => this.#deliverDue());
  }

  #deliverDue(): void {
    this.stop();
    const touched = new Set<string>();
    for (;;) {
      const owed = this.#due.take(this.#nowMs);
      if (owed === undefined) break;
      this.#clientOf(owed.systemId).waiting.add(owed);
      touched.add(owed.systemId);
    }
    for (const systemId of touched) this.pump(systemId);
    this.#setTimer();
  }
}

/** The binds take turns; `undefined` where the delivery has to wait for one. */
function choosePeer(client: Client, { notOn }: Owed): BoundPeer | undefined {
  const { peers } = client;
  const others = peers.length > 1 ? peers.filter((peer) => peer !== notOn) : peers;
  for (let count = 0; count < others.length; count++) {
    const peer = others[client.turn++ % others.length];
    if (peer !== undefined && peer.room > 0) return peer;
  }
  return undefined;
}
