/**
 * Events of mails: `email.` and what happened. The interface has none for email, so the bodies are ours,
 * with its words where it has them. They go to the URL that the request named, or else the account's URL
 * for email, and to its endpoints that get a copy of their kind.
 */
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';
import { type AccountEndpoints, destinationsOf } from './account-endpoints.ts';
import { oweDeliveries } from './owed-delivery.ts';

export type MailEventFact = {
  readonly email: MailOfEvent;
  readonly mailId: number;
  readonly address: string;
  /** `sent`, `bounced`, `opened`, … */
  readonly kind: string;
  readonly atMs: number;
  readonly reason: MailEventReason | null;
  /** Of a click: where it led. */
  readonly link?: string | undefined;
};

type MailOfEvent = {
  readonly id: number;
  readonly accountId: number;
  readonly tag: string;
  /** JSON. */
  readonly metadata: string | null;
  readonly reportUrl: string | null;
  readonly reportEndpointId: number | null;
  readonly test: boolean;
  readonly sandbox: boolean;
};

type MailEventReason = {
  readonly class: string;
  readonly code: number;
  readonly enhanced: string;
  readonly text: string;
  readonly host: string;
};

export type SuppressionEventFact = {
  readonly accountId: number;
  readonly address: string;
  /** '' is all mail of the account. */
  readonly stream: string;
  readonly reason: string;
  readonly source: string;
  readonly kind: 'added' | 'removed';
  readonly atMs: number;
};

export type MailEventPorts = {
  readonly endpoints: Pick<AccountEndpoints, 'find'>;
  readonly nextJobId: () => number;
};

export class MailEvents {
  readonly #ports: MailEventPorts;

  constructor(ports: MailEventPorts) {
    this.#ports = ports;
  }

  /** Without an endpoint the event is stored all the same: it can be pulled, and replayed later. */
  async mailEvent(fact: MailEventFact): Promise<OwedEvent> {
    const { email, mailId, atMs } = fact;
    const kind = `email.${fact.kind}`;
    const orderKey = `mail/${mailId}`;
    const endpointIds = await this.#destinations(email, kind);
    return {
      id: unnumbered,
      accountId: email.accountId,
      kind,
      orderKey,
      url: email.reportUrl,
      body: Buffer.from(JSON.stringify(bodyOf(kind, fact))),
      createdAtMs: atMs,
      test: email.test || email.sandbox,
      ...oweDeliveries({ endpointIds, orderKey, atMs }, this.#ports),
    };
  }

  /** Of the list, not of a mail: for those who keep a list of their own. */
  async suppressionEvent(fact: SuppressionEventFact): Promise<OwedEvent> {
    const { accountId, address, stream, reason, source, atMs } = fact;
    const kind = `suppression.${fact.kind}`;
    const orderKey = `suppression/${accountId}/${address}`;
    const endpointIds = await this.#destinations({ accountId, reportEndpointId: null }, kind);
    const date = Math.floor(atMs / 1_000);
    const body = { event: kind, email: address, stream, reason, source, date };
    return {
      id: unnumbered,
      accountId,
      kind,
      orderKey,
      url: null,
      body: Buffer.from(JSON.stringify(body)),
      createdAtMs: atMs,
      test: false,
      ...oweDeliveries({ endpointIds, orderKey, atMs }, this.#ports),
    };
  }

  /** The account's URLs of replies and reports are for SMS: clients would not know these bodies there. */
  async #destinations(
    { accountId, reportEndpointId }: Pick<MailOfEvent, 'accountId' | 'reportEndpointId'>,
    kind: string,
  ): Promise<readonly number[]> {
    const endpoints = await this.#ports.endpoints.find(accountId);
    return destinationsOf({ kind, requestEndpointId: reportEndpointId }, endpoints, 'email');
  }
}

function bodyOf(event: string, { email, address, kind, atMs, reason, link }: MailEventFact) {
  return {
    event,
    messageId: String(email.id),
    email: address,
    status: statuses[kind] ?? 'not delivered',
    date: Math.floor(atMs / 1_000),
    tag: email.tag,
    ...(reason !== null && { reason }),
    ...(link !== undefined && { link }),
    metadata: email.metadata === null ? null : (JSON.parse(email.metadata) as unknown),
    sandbox: email.test || email.sandbox,
  };
}

const statuses: Readonly<Record<string, string>> = {
  queued: 'waiting',
  scheduled: 'waiting',
  deferred: 'waiting',
  held: 'waiting',
  sent: 'delivered',
  caught: 'caught',
  complained: 'delivered',
  opened: 'delivered',
  clicked: 'delivered',
  unsubscribed: 'delivered',
};
