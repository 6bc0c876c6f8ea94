/** A call whose message is recorded. */
import type { IncomingCallHandlers } from '../sip/user-agent.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import { type CallInHand, type Course, legIn } from './call-in-hand.ts';
import { bySecond } from './call-price.ts';
import type { EndCause } from './call-record.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import { type Ended, type PaidCall, unanswered } from './paid-call.ts';
import type { TakenVoicemail, VoicemailEnd } from './voicemail-taker.ts';

export type MessageOrder = {
  readonly inHand: CallInHand;
  readonly paid: PaidCall;
  readonly number: VirtualNumber;
  readonly payerId: number;
  readonly mailTo: string;
  readonly language: 'en' | 'fr';
  /** What led here, for the record; empty: the number's own rule. */
  readonly rule: string;
  /** Nobody said anything. */
  readonly missed: (end: Ended) => void;
};

export class MessageCall implements Course {
  readonly #order: MessageOrder;
  readonly #taken: TakenVoicemail;
  readonly #over = Promise.withResolvers<VoicemailEnd>();

  /** Begins at once: the call is answered, or refused, by itself. */
  constructor(order: MessageOrder, ports: CallServicePorts) {
    const { inHand, paid, number, payerId, mailTo, language } = order;
    const price = bySecond(number.minutePrice);
    this.#order = order;
    this.#taken = ports.voicemail.take({
      callId: inHand.id,
      call: inHand.call,
      number,
      accountId: payerId,
      caller: inHand.caller,
      mailTo,
      language,
      isSimulated: inHand.trunk.builtIn,
      leg: legIn(inHand, ports),
      answered: () => paid.answered(price, () => this.end('balance')),
      ended: (end) => this.#over.resolve(end),
    });
  }

  get handlers(): IncomingCallHandlers {
    return this.#taken.handlers;
  }

  end(cause: EndCause): void {
    this.#taken.end(cause);
  }

  async run(): Promise<void> {
    const { paid, missed, rule } = this.#order;
    const { hasMessage, ...end } = await this.#over.promise;
    const ended = { ...unanswered, ...end, rule };
    await paid.end(ended);
    if (!hasMessage) missed(ended);
  }
}
