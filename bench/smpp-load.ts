/** A customer's software that submits as fast as its windows allow, and counts what it is told. */
import { systemClock } from '#core/clock.ts';
import { bindDefaults } from '#sms/smpp/bind-settings.ts';
import { SmppClient, type SubmitOutcome } from '#sms/smpp/client.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import { textTlv } from '#sms/smpp/tlv.ts';
import type { Range } from './stamps.ts';

export type SmppLoadSettings = {
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly binds: number;
  readonly window: number;
};

export type SmppLoadReport = {
  /** From the first submit to the last answer, and to the last receipt. */
  readonly acceptedMs: number;
  readonly toldMs: number;
  readonly faults: number;
};

/** The peers know messages by the last seven digits (stamps.ts). */
const firstPhone = 37_060_000_000;
const receiptedMessageId = 0x001e;
/** Nothing more comes after so long a silence. */
const quietMs = 8_000;
const lookEveryMs = 20;

export class SmppLoad implements AsyncDisposable {
  readonly #clients: readonly SmppClient[];
  /** Of this run: ids of the answers, and how often each was told. */
  #answered = new Set<string>();
  #told = new Map<string, number>();
  #refused = 0;
  #lastAtMs = 0;
  #pump: () => void = () => undefined;

  private constructor(settings: SmppLoadSettings, bound: () => void) {
    this.#clients = Array.from({ length: settings.binds }, () => this.#client(settings, bound));
  }

  static async open(settings: SmppLoadSettings): Promise<SmppLoad> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = settings.binds;
    const load = new SmppLoad(settings, () => {
      left -= 1;
      if (left === 0) resolve();
    });
    for (const client of load.#clients) client.start();
    await promise;
    return load;
  }

  /** Submits one message to each phone of the range, and waits for the receipts. */
  async run({ start, n }: Range, text: string): Promise<SmppLoadReport> {
    this.#answered = new Set();
    this.#told = new Map();
    this.#refused = 0;
    const startedAtMs = performance.now();
    await this.#submitAll(start, n, Buffer.from(text));
    const acceptedMs = performance.now() - startedAtMs;
    await this.#awaitReceipts(n - this.#refused);
    const often = [...this.#told.values()].filter((times) => times > 1).length;
    const untold = [...this.#answered].filter((id) => !this.#told.has(id)).length;
    const faults = this.#refused + often + untold;
    return { acceptedMs, toldMs: this.#lastAtMs - startedAtMs, faults };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client[Symbol.asyncDispose]()));
  }

  #submitAll(start: number, n: number, shortMessage: Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let next = 0;
    let settled = 0;
    const settle = (outcome: SubmitOutcome): void => {
      if (outcome.kind === 'answered' && outcome.status === 0)
        this.#answered.add(outcome.messageId);
      else this.#refused += 1;
      settled += 1;
      if (settled === n) resolve();
    };
    this.#pump = () => {
      for (const client of this.#clients) {
        while (next < n && client.roomForSubmits > 0) {
          client.submit(submitTo(firstPhone + start + next, shortMessage), 1, settle);
          next += 1;
        }
      }
    };
    this.#pump();
    return promise;
  }

  async #awaitReceipts(count: number): Promise<void> {
    this.#lastAtMs ||= performance.now();
    while (this.#told.size < count && performance.now() - this.#lastAtMs < quietMs) {
      await systemClock.sleep(lookEveryMs);
    }
  }

  #client({ port, systemId, password, window }: SmppLoadSettings, bound: () => void): SmppClient {
    const address = { host: '127.0.0.1', port, tls: undefined };
    return new SmppClient(
      { ...bindDefaults, ...address, systemId, password, window },
      {
        deliver: ({ tlvs }) => {
          const id = textTlv(tlvs, receiptedMessageId) ?? '';
          this.#told.set(id, (this.#told.get(id) ?? 0) + 1);
          this.#lastAtMs = performance.now();
          return 0;
        },
        stateChanged: (state) => {
          if (state.name === 'bound') bound();
        },
        ready: () => this.#pump(),
        lateResponse: () => undefined,
        pduError: () => undefined,
      },
      { clock: systemClock, random: Math.random },
    );
  }
}

function submitTo(phone: number, shortMessage: Buffer): SubmitSm {
  return {
    ...blankBody('submit_sm'),
    source: { ton: 5, npi: 0, address: 'BENCH' },
    destination: { ton: 1, npi: 1, address: String(phone) },
    registeredDelivery: 1,
    shortMessage,
  };
}
