/**
 * A message is one request; a recipient is one phone of it; a part is one submit_sm.
 * Their ids nest (model/ids.ts).
 */
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Submission } from './submission.ts';
import type { WrittenForm } from './text/form.ts';

export const recipientsMax = 500;
export const partsMax = 10;

/** Codes pass campaigns: urgent, normal and bulk are taken 8 : 4 : 1. */
export const messageClasses = ['urgent', 'normal', 'bulk'] as const;

export type MessageClass = (typeof messageClasses)[number];

export type Message = {
  readonly id: number;
  readonly accountId: number;
  readonly keyId: number;
  readonly acceptedAtMs: number;
  /** Empty: the operator's default. */
  readonly sender: string;
  /**
   * Normalised; the octets of each part follow from it, the form and the reference, unless the
   * submission carries its own: then this is what can be read of them.
   */
  readonly text: string;
  readonly tag: string;
  readonly class: MessageClass;
  readonly validUntilMs: number;
  readonly scheduledAtMs: number | null;
  /** Where the request wants its reports; null: the account's own endpoint. */
  readonly reportUrl: string | null;
  /** The request's own lane for that URL; null where the account's endpoint serves. */
  readonly reportEndpointId: number | null;
  readonly currency: string;
  /** Paid with test money and sent to the built-in operator alone. */
  readonly test: boolean;
  readonly requestId: string;
  /** What the client calls its request; nothing that sends a message asks for it again. */
  readonly clientRequestId?: string | undefined;
  /** Null: it came by HTTP. */
  readonly submission: Submission | null;
};

export type Recipient = {
  readonly id: number;
  readonly messageId: number;
  readonly phone: PhoneNumber;
  readonly operatorId: number;
  /** Null: the message's own. */
  readonly text: string | null;
  readonly form: WrittenForm;
  /** What is paid for; `submitsOf` tells how many submits carry them. */
  readonly parts: number;
  /** The reference that the parts of a long text share; drawn at accept, so that a repeat has the same octets. */
  readonly concatReference: number;
  /** For all parts together. */
  readonly cost: Millionths;
};

/** One submit_sm and all it is made of. */
export type OutgoingPart = {
  readonly message: Message;
  readonly recipient: Recipient;
  /** 1 to 10. */
  readonly part: number;
  /** A submit of it was about to leave, and nobody knows what became of it. */
  readonly intended: boolean;
};
