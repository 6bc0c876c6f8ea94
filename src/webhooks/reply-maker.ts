/** Makes the events of what phones send: one for a short number, one for each piece on a long one. */

import type { IncompleteText, ReplyFact } from '#model/reply-fact.ts';
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';
import { type AccountEndpoints, destinationsOf } from './account-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { oweDeliveries } from './owed-delivery.ts';
import { cutIntoPieces } from './reply-pieces.ts';
import type { ReplySigner } from './reply-signature.ts';
import { signReply } from './reply-signature.ts';
import type { ReplySigners } from './reply-signers.ts';

export type ReplyMakerPorts = {
  /** Where replies go that no request named an address for. */
  readonly endpoints: Pick<AccountEndpoints, 'find'>;
  readonly nextJobId: () => number;
  /** A UUID: the id of an event does not change, for its body is kept. */
  readonly makeUuid: () => string;
  /** 0 to 1. */
  readonly random: () => number;
  /** Who wants replies signed inside. */
  readonly signers: Pick<ReplySigners, 'find'>;
};

type Body = Pick<OwedEvent, 'kind' | 'orderKey' | 'body'>;

export class ReplyMaker {
  readonly #ports: ReplyMakerPorts;

  constructor(ports: ReplyMakerPorts) {
    this.#ports = ports;
  }

  /** At once where the account's endpoints are known, which is nearly always. */
  replies(fact: ReplyFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]> {
    const { accountId } = fact;
    const endpoints = this.#ports.endpoints.find(accountId);
    const signer = fact.to === 'short' ? null : this.#ports.signers.find(accountId);
    return endpoints instanceof Promise || signer instanceof Promise
      ? Promise.all([endpoints, signer]).then((read) => this.#events(fact, ...read))
      : this.#events(fact, endpoints, signer);
  }

  /** Without an endpoint the events are stored all the same: they can be pulled, and replayed later. */
  #events(fact: ReplyFact, endpoints: readonly Endpoint[], signer: ReplySigner | null) {
    const { accountId, replyUrl: url, madeAtMs: atMs, test } = fact;
    const bodies = fact.to === 'short' ? [this.#short(fact)] : this.#long(fact, signer);
    const { replyEndpointId: requestEndpointId } = fact;
    return bodies.map((body) => ({
      ...body,
      id: unnumbered,
      accountId,
      url,
      createdAtMs: atMs,
      test,
      ...oweDeliveries(
        {
          endpointIds: destinationsOf({ kind: body.kind, requestEndpointId }, endpoints, 'reply'),
          orderKey: body.orderKey,
          atMs,
        },
        this.#ports,
      ),
    }));
  }

  /** What one phone sends to one number is told in the order it came. */
  #short(fact: ReplyFact): Body {
    const kind = fact.isStop ? 'stop' : 'reply.short';
    return { kind, orderKey: `${fact.number}/${fact.phone}`, body: shortReplyBody(fact) };
  }

  #long(fact: ReplyFact, signer: ReplySigner | null): readonly Body[] {
    const { total, parts } = fact.incomplete ?? inPieces(fact.text);
    const reference = String(1 + Math.floor(this.#ports.random() * 0x7fff_fffe));
    return parts.map(({ text, number }) => ({
      kind: 'reply.long',
      orderKey: `${fact.number}/${fact.phone}`,
      body: longReplyBody(fact, {
        id: this.#ports.makeUuid(),
        text,
        place: total === 1 ? undefined : { reference, total, number },
        signer,
        nonce: this.#ports.makeUuid(),
      }),
    }));
  }
}

/** A whole text, as many webhooks as it needs. */
function inPieces(text: string): IncompleteText {
  const texts = cutIntoPieces(text);
  const parts = texts.map((piece, index) => ({ text: piece, number: index + 1 }));
  return { total: texts.length, parts };
}

// The bodies of what phones send, byte for byte as the interface has them (§6.1, §6.2).

/** Interface §6.1. Digits get their plus; a name stays as it is. */
function shortReplyBody(fact: ReplyFact): Uint8Array {
  const { phone, text, isStop, answersMessageId } = fact;
  return octetsOf({
    type: isStop ? 'stop' : 'response',
    phone_number: /^\d+$/.test(phone) ? `+${phone}` : phone,
    text,
    message_id: answersMessageId,
  });
}

/** One of the pieces of a text that is too long for one webhook. */
type PieceNumbering = {
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
