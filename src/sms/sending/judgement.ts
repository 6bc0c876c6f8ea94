/** What the steps of sending hand to one another: recipients that may go on, and those that may not. */
import type { LimitVerdict } from '#accounts/limits/limiter.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { MessageClass } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';
import type { Reason } from '#sms/routing/choose-route.ts';
import type { RecipientRefusal, SendRefusal, SendRequest } from '#sms/send-request.ts';
import type { Plan } from '#sms/text/plan.ts';

/** One phone of a request and the text that it is to get. */
export type Addressee = { readonly phone: PhoneNumber; readonly text: string };

/** `price` is that of one part. */
export type Routed = Addressee & {
  readonly operator: Operator;
  /** Why this operator and not another. */
  readonly reason: Reason;
  readonly price: Millionths;
};

/** `cost` is that of all parts, which the sandbox tells and does not charge. */
export type Priced = Routed & { readonly plan: Plan; readonly cost: Millionths };

export type TurnedAway = { readonly phone: PhoneNumber; readonly refusal: RecipientRefusal };

/** What a step makes of the recipients that came to it. */
export type Sorted<Recipient> = {
  readonly going: readonly Recipient[];
  readonly turnedAway: readonly TurnedAway[];
};

/** What was counted is to be given back if the request is not accepted after all. */
export type Allowed = Extract<LimitVerdict, { readonly ok: true }>;

/** When each recipient's parts may leave at the earliest; undefined: nobody has to wait. */
export type Waits = ReadonlyMap<Priced, number>;

/** All that is known of a request before anything is stored: what a preview shows and a send commits. */
export type Judgement = Sorted<Priced> & {
  readonly request: SendRequest;
  /** Empty: the operator's default. */
  readonly sender: string;
  /** What its limits have counted, to be given back by who does not accept it. */
  readonly allowed: Allowed;
  /** Recipients whose country rests, and until when; undefined: nobody's does. */
  readonly waits: Waits | undefined;
};

export type Refused = { readonly ok: false; readonly refusal: SendRefusal };

export type JudgeReply = { readonly ok: true; readonly judgement: Judgement } | Refused;

export function refused(refusal: SendRefusal): Refused {
  return { ok: false, refusal };
}

/** Codes that are worthless in a quarter of an hour pass everything else, unless the client says otherwise. */
const urgentValidityMs = 900_000;

export function isUrgent(request: Pick<SendRequest, 'class' | 'validityMs'>): boolean {
  const { class: wish, validityMs } = request;
  if (wish !== undefined) return wish === 'urgent';
  return validityMs !== undefined && validityMs <= urgentValidityMs;
}

/** Sandbox messages are simulated too: no setting can send them to a carrier. */
export function isTest({ caller, sandbox }: SendRequest): boolean {
  return sandbox || caller.key.mode === 'test';
}

/** A send to more at once is a campaign. */
export const normalRecipientsMax = 100;

export function classOf(recipients: number, request: SendRequest): MessageClass {
  if (request.class !== undefined) return request.class;
  if (isUrgent(request)) return 'urgent';
  return recipients > normalRecipientsMax ? 'bulk' : 'normal';
}
