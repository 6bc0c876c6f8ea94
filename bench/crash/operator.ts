/** An operator that outlives Parley: it takes its time, and offers each receipt until it hears OK. */
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#core/clock.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import { type BoundPeer, SmppServer, serverDefaults } from '#sms/smpp/server.ts';
import type { Answer } from '#sms/smpp/session-types.ts';
import { receiptPdu } from '../receipt.ts';
import type { Ledger } from './ledger.ts';

type Receipt = {
  readonly id: string;
  readonly phone: string;
  readonly submit: SubmitSm;
  /** Not the last word yet. */
  readonly isOnItsWay: boolean;
};

export type Patience = {
  /** Up to so long an answer, or a receipt, is in coming. */
  readonly answerMsMax: number;
  readonly receiptMsMax: number;
  /** Of so many messages one is first reported as on its way; undefined: none. */
  readonly waitsEvery?: number;
};

export class Operator implements AsyncDisposable {
  readonly #ledger: Ledger;
  readonly #patience: Patience;
  readonly #random: () => number;
  readonly #peers = new Set<BoundPeer>();
  readonly #waiting: Receipt[] = [];
  #nextId = 1;
  #server: SmppServer | undefined;

  private constructor(ledger: Ledger, patience: Patience, random: () => number) {
    this.#ledger = ledger;
    this.#patience = patience;
    this.#random = random;
  }

  static async open(
    ledger: Ledger,
    patience: Patience,
    random: () => number = Math.random,
  ): Promise<Operator> {
    const operator = new Operator(ledger, patience, random);
    await operator.#listen(0);
    return operator;
  }

  get port(): number {
    return this.#server?.port ?? 0;
  }

  /** Binds that stand. */
  get binds(): number {
    return this.#peers.size;
  }

  /** All its links break at once, nobody listens for so long, and it knows all that it took. */
  async restart(awayMs: number): Promise<void> {
    const { port } = this;
    await this.#server?.kill();
    await pause(awayMs);
    await this.#listen(port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.kill();
  }

  async #listen(port: number): Promise<void> {
    this.#server = await SmppServer.listen(
      { ...serverDefaults, host: '127.0.0.1', port, systemId: 'OPERATOR' },
      {
        authenticate: () => 0,
        bound: (peer) => {
          this.#peers.add(peer);
          this.#deliver();
        },
        request: (request) =>
          request.command === 'submit_sm' ? this.#take(request.body) : { status: 0 },
        ready: () => this.#deliver(),
        unbound: (peer) => void this.#peers.delete(peer),
      },
      { clock: systemClock },
    );
  }

  /** It is the operator's from now on, whether or not the answer arrives. */
  async #take(submit: SubmitSm): Promise<Answer> {
    const id = String(this.#nextId++);
    const phone = submit.destination.address;
    this.#ledger.submit(phone, id);
    await this.#wait(this.#patience.answerMsMax);
    const { waitsEvery } = this.#patience;
    const isOnItsWay = waitsEvery !== undefined && Number(id) % waitsEvery === 0;
    void this.#oweReceipt({ id, phone, submit, isOnItsWay });
    return { status: 0, body: { messageId: id, tlvs: [] } };
  }

  async #oweReceipt(receipt: Receipt): Promise<void> {
    await this.#wait(this.#patience.receiptMsMax);
    this.#waiting.push(receipt);
    this.#deliver();
  }

  #deliver(): void {
    for (const peer of this.#peers) {
      while (peer.room > 0) {
        const receipt = this.#waiting.shift();
        if (receipt === undefined) return;
        void this.#offer(receipt, peer);
      }
    }
  }

  async #offer(receipt: Receipt, peer: BoundPeer): Promise<void> {
    this.#ledger.offerReceipt(receipt.phone);
    const outcome = await peer.deliver(
      receiptPdu(receipt.submit, receipt.id, receipt.isOnItsWay ? 'ENROUTE' : 'DELIVRD'),
    );
    if (outcome.kind === 'answered' && outcome.status === 0) {
      if (receipt.isOnItsWay) await this.#oweReceipt({ ...receipt, isOnItsWay: false });
      else this.#ledger.answerReceipt(receipt.phone, receipt.id);
      return;
    }
    await this.#oweReceipt(receipt);
  }

  #wait(msMax: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, msMax * this.#random());
    return promise;
  }
}
