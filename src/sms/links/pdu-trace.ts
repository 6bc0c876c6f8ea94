/**
 * What passes over one bind, for somebody who looks: the envelope of each PDU, for a quarter of an hour at
 * the most. Texts and passwords are never kept, and phones are shortened.
 */
import { maskPhone } from '#core/log.ts';
import type { MessageResponse, Pdu } from '#sms/smpp/pdu.ts';
import type { PduWay } from '#sms/smpp/session-types.ts';
import { statusName } from '#sms/smpp/status.ts';
import { tag, textTlv } from '#sms/smpp/tlv.ts';

export type TracedPdu = {
  readonly atMs: number;
  readonly way: PduWay;
  readonly command: Pdu['command'];
  readonly sequence: number;
  /** By the standard’s name. */
  readonly status: string;
  /** Empty where the command has none. */
  readonly source: string;
  readonly destination: string;
  /** What the operator calls the message. */
  readonly messageId: string;
  /** Of a message: what says how to read its text, which is not kept. */
  readonly esmClass: number | null;
  readonly dataCoding: number | null;
  readonly textOctets: number | null;
};

export type TraceFigures = {
  /** Null: nothing is written down now. */
  readonly endsAtMs: number | null;
  /** The newest first. */
  readonly pdus: readonly TracedPdu[];
};

const traceMs = 15 * 60_000;
/** About 300 octets each. */
const pdusKept = 500;
const idCharactersMax = 65;

export class PduTrace {
  readonly #pdus: TracedPdu[] = [];
  #endsAtMs = 0;

  /** Begins again. */
  start(nowMs: number): void {
    this.#pdus.length = 0;
    this.#endsAtMs = nowMs + traceMs;
  }

  /** What was written down stays until the next start. */
  stop(): void {
    this.#endsAtMs = 0;
  }

  get isOn(): boolean {
    return this.#endsAtMs > 0;
  }

  note(way: PduWay, pdu: Pdu, nowMs: number): void {
    if (nowMs >= this.#endsAtMs) {
      this.stop();
      return;
    }
    if (this.#pdus.length >= pdusKept) this.#pdus.shift();
    this.#pdus.push(envelopeOf(way, pdu, nowMs));
  }

  figures(nowMs: number): TraceFigures {
    return {
      endsAtMs: nowMs < this.#endsAtMs ? this.#endsAtMs : null,
      pdus: this.#pdus.toReversed(),
    };
  }
}

const noMessage = {
  source: '',
  destination: '',
  messageId: '',
  esmClass: null,
  dataCoding: null,
  textOctets: null,
} as const;

function envelopeOf(way: PduWay, pdu: Pdu, atMs: number): TracedPdu {
  const { command, sequence, status } = pdu;
  return {
    atMs,
    way,
    command,
    sequence,
    status: statusName(status),
    ...noMessage,
    ...messageOf(pdu),
  };
}

/** By name, so that a field that somebody adds is not shown before somebody has thought about it. */
function messageOf(pdu: Pdu): Partial<TracedPdu> {
  if (pdu.command === 'submit_sm' || pdu.command === 'deliver_sm') {
    const { source, destination, esmClass, dataCoding, shortMessage, tlvs } = pdu.body;
    const receipted = textTlv(tlvs, tag.receiptedMessageId) ?? '';
    return {
      source: shorten(source.address),
      destination: shorten(destination.address),
      messageId: receipted.slice(0, idCharactersMax),
      esmClass,
      dataCoding,
      textOctets: shortMessage.length,
    };
  }
  const { messageId = '' } = pdu.body as Partial<MessageResponse>;
  return { messageId: messageId.slice(0, idCharactersMax) };
}

/** Words and short numbers name nobody. */
function shorten(address: string): string {
  return /^\+?\d{7,}$/.test(address) ? maskPhone(address) : address;
}
