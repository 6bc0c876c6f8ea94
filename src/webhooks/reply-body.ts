/** The bodies of what phones send, byte for byte as the interface has them (§6.1, §6.2). */
import type { ReplyFact } from '#model/reply-fact.ts';
import { type ReplySigner, signReply } from './reply-signature.ts';

/** Interface §6.1. Digits get their plus; a name stays as it is. */
export function shortReplyBody(fact: ReplyFact): Uint8Array {
  const { phone, text, isStop, answersMessageId } = fact;
  return octetsOf({
    type: isStop ? 'stop' : 'response',
    phone_number: /^\d+$/.test(phone) ? `+${phone}` : phone,
    text,
    message_id: answersMessageId,
  });
}

/** One of the pieces of a text that is too long for one webhook. */
export type PieceNumbering = {
  /** A decimal number within 31 bits. */
  readonly reference: string;
  readonly total: number;
  /** From 1. */
  readonly number: number;
};

/** Interface §6.2: every value is a text. */
export function longReplyBody(
  { phone, number, receivedAtMs }: ReplyFact,
  piece: {
    readonly id: string;
    readonly text: string;
    readonly place: PieceNumbering | undefined;
    readonly signer: ReplySigner | null;
    readonly nonce: string;
  },
): Uint8Array {
  const { id, text, place, signer, nonce } = piece;
  const fields = {
    msisdn: phone,
    to: number,
    messageId: id,
    text,
    type: 'text',
    keyword: keywordOf(text),
    'message-timestamp': timestampOf(receivedAtMs),
    ...(place !== undefined && {
      concat: 'true',
      'concat-ref': place.reference,
      'concat-total': String(place.total),
      'concat-part': String(place.number),
    }),
  };
  if (signer === null) return octetsOf(fields);
  return octetsOf(signReply(fields, signer, { atMs: receivedAtMs, nonce }));
}

function octetsOf(fields: Readonly<Record<string, string | number>>): Uint8Array {
  return Buffer.from(JSON.stringify(fields));
}

/** The first word, in capitals. */
function keywordOf(text: string): string {
  return /\S+/.exec(text)?.[0].toUpperCase() ?? '';
}

/** `YYYY-MM-DD HH:MM:SS`, in UTC. */
function timestampOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}
