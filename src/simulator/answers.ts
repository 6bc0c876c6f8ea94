/** How the operator answers a submit, well or badly. */

import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { headerBytes } from '#sms/smpp/framer.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { PduOf, SubmitSm } from '#sms/smpp/pdu.ts';
import type { BoundPeer } from '#sms/smpp/server.ts';
import { type Answer, noAnswer } from '#sms/smpp/session-types.ts';
import { status } from '#sms/smpp/status.ts';
import { noTlvs } from '#sms/smpp/tlv.ts';
import type { AnswerPlan } from './behaviour.ts';

export type Submitted = {
  readonly request: PduOf<'submit_sm'>;
  readonly peer: BoundPeer;
  readonly id: bigint;
};

/** Answers are turned round three at a time, and fewer if no more come. */
const reversedTogether = 3;
const reversedWithinMs = 300;

/** How long after its unbind the operator answers what was open. */
const afterUnbindMs = 100;

/** A sequence number that our own requests do not reach. */
const unbindSequence = 0x7fff_fff0;

export class Answers {
  readonly #clock: Clock;
  readonly #delayScale: number;
  readonly #refusals = new Refusals();
  #reversed: (() => void)[] = [];

  constructor(clock: Clock, delayScale: number) {
    this.#clock = clock;
    this.#delayScale = delayScale;
  }

  /** Whether the message is taken, so that receipts follow; asked once for each submit, before `answer`. */
  takes(plan: AnswerPlan, submitted: Submitted): boolean {
    switch (plan.kind) {
      case 'refuse at first':
      case 'refuse for a time':
        return !this.#refuses(plan, submitted);
      case 'refuse':
      case 'generic_nack':
      case 'garbage length':
      case 'never answer':
      case 'close':
      case 'go silent':
        return false;
      case 'accept':
      case 'accept in hexadecimal':
      case 'accept late':
      case 'accept in reverse order':
      case 'accept without a body':
      case 'unbind':
        return true;
      default:
        return unreachable(plan);
    }
  }

  /** What the client gets, whose message is taken or not. */
  answer(plan: AnswerPlan, submitted: Submitted, isTaken: boolean): Promise<Answer> | Answer {
    const { request, peer, id } = submitted;
    const accepted = accept(String(id));
    switch (plan.kind) {
      case 'accept':
        return accepted;
      case 'accept in hexadecimal':
        return accept(id.toString(16));
      case 'accept late':
        return this.#later(plan.afterMs, accepted);
      case 'accept in reverse order':
        return this.#inReverse(accepted);
      case 'accept without a body':
        peer.sendOctets(header(submitResponseId, status.ok, request.sequence));
        return noAnswer;
      case 'unbind':
        peer.sendOctets(unbindPdu());
        return this.#later(afterUnbindMs, accepted);
      case 'refuse':
        return { status: plan.status };
      case 'refuse at first':
      case 'refuse for a time':
        return isTaken ? accepted : { status: plan.status };
      case 'generic_nack':
        peer.sendOctets(nackPdu(plan.status, request.sequence));
        return noAnswer;
      case 'garbage length':
        peer.sendOctets(Buffer.alloc(headerBytes, 0xff));
        return noAnswer;
      case 'never answer':
        return noAnswer;
      case 'close':
        peer.close();
        return noAnswer;
      case 'go silent':
        peer.freeze();
        return noAnswer;
      default:
        return unreachable(plan);
    }
  }

  #refuses(plan: Parameters<Refusals['refuses']>[1], { request }: Submitted): boolean {
    return this.#refusals.refuses(request.body, plan, this.#clock.monotonicMs() / this.#delayScale);
  }

  async #later(afterMs: number, answer: Answer): Promise<Answer> {
    await this.#clock.sleep(afterMs * this.#delayScale);
    return answer;
  }

  #inReverse(answer: Answer): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => {
      this.#reversed.push(() => resolve(answer));
    });
    if (this.#reversed.length === reversedTogether) this.#answerReversed();
    else if (this.#reversed.length === 1) {
      this.#clock.after(reversedWithinMs, () => this.#answerReversed());
    }
    return answered;
  }

  #answerReversed(): void {
    const reversed = this.#reversed;
    this.#reversed = [];
    // The session has not heard of the latest one's promise yet; a moment later it has.
    queueMicrotask(() => {
      for (const resolve of reversed.toReversed()) resolve();
    });
  }
}

function accept(messageId: string): Answer {
  return { status: status.ok, body: { messageId, tlvs: noTlvs } };
}

const submitResponseId = 0x8000_0004;

/** A PDU of nothing but its header, which the codec would not make of an accepted submit. */
function header(id: number, code: number, sequence: number): Buffer {
  const octets = Buffer.alloc(headerBytes);
  octets.writeUInt32BE(headerBytes, 0);
  octets.writeUInt32BE(id, 4);
  octets.writeUInt32BE(code, 8);
  octets.writeUInt32BE(sequence, 12);
  return octets;
}

function unbindPdu(): Buffer {
  const body = blankBody('unbind');
  return encodePdu({ command: 'unbind', status: status.ok, sequence: unbindSequence, body });
}

function nackPdu(code: number, sequence: number): Buffer {
  const body = blankBody('generic_nack');
  return encodePdu({ command: 'generic_nack', status: code, sequence, body });
}

// Remembers which messages were refused for a while, so that the same one is accepted in the end.

/** Messages that are refused and never come again are forgotten in the order they came. */
const rememberedMax = 10_000;

type Refused = { readonly firstAtMs: number; times: number };

type TemporaryRefusal = Extract<
  AnswerPlan,
  { readonly kind: 'refuse at first' | 'refuse for a time' }
>;

class Refusals {
  readonly #refused = new Map<string, Refused>();

  /** Whether this one is to be refused (again). */
  refuses(submit: SubmitSm, plan: TemporaryRefusal, nowMs: number): boolean {
    const key = keyOf(submit);
    const refused = this.#refused.get(key) ?? { firstAtMs: nowMs, times: 0 };
    const isOver =
      plan.kind === 'refuse at first'
        ? refused.times >= plan.times
        : nowMs - refused.firstAtMs >= plan.forMs;
    if (isOver) {
      this.#refused.delete(key);
      return false;
    }
    refused.times++;
    this.#refused.set(key, refused);
    if (this.#refused.size > rememberedMax) this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    for (const key of this.#refused.keys()) {
      this.#refused.delete(key);
      return;
    }
  }
}

/** A message that comes again has the same octets. */
function keyOf({ source, destination, shortMessage, tlvs }: SubmitSm): string {
  const octets = Buffer.concat([shortMessage, ...tlvs.map(({ value }) => value)]);
  return `${source.address}>${destination.address}:${octets.toString('latin1')}`;
}
