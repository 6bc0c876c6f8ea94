/** Makes the events of what phones send: one for a short number, one for each piece on a long one. */
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';
import { type AccountEndpoints, destinationsOf } from './account-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { oweDeliveries } from './owed-delivery.ts';
import { longReplyBody, shortReplyBody } from './reply-body.ts';
import type { IncompleteText, ReplyFact } from './reply-fact.ts';
import { cutIntoPieces } from './reply-pieces.ts';
import type { ReplySigner } from './reply-signature.ts';
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
