/** What renders the events of all engines, and finds where they go. It sends nothing: SMS, mail and look-ups need it before the engine runs. */

import { randomUUID } from 'node:crypto';
import type { Clock } from '#core/clock.ts';
import type { Sealer } from '#core/sealed.ts';
import type { ReplyFact } from '#model/reply-fact.ts';
import type { ReportFact } from '#model/report-fact.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { unnumbered } from '#queue/owed-event.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { AccountEndpoints, destinationsOf } from './account-endpoints.ts';
import { EventMaker } from './event-maker.ts';
import { MailEvents } from './mail-events.ts';
import { oweDeliveries } from './owed-delivery.ts';
import { ReplyMaker } from './reply-maker.ts';
import { ReplySigners } from './reply-signers.ts';
import { RequestEndpoints } from './request-endpoints.ts';
import type { WebhookStore } from './webhook-store.ts';

export type EventMakersPorts = {
  readonly storage: { readonly webhooks: WebhookStore & Pick<EndpointStore, 'findReplySigner'> };
  readonly ids: { readonly job: IdSource };
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: () => number;
};

type Made<Events> = Events | Promise<Events>;

export class EventMakers {
  readonly #nextJobId: () => number;
  readonly #endpoints: AccountEndpoints;
  readonly #signers: ReplySigners;
  readonly #requestEndpoints: RequestEndpoints;
  readonly #reports: EventMaker;
  readonly #replies: ReplyMaker;
  readonly mails: MailEvents;

  constructor({ storage, ids, sealer, clock, random }: EventMakersPorts) {
    const store = storage.webhooks;
    const nextJobId = (): number => takeId(ids.job);
    const endpoints = new AccountEndpoints(store);
    const signers = new ReplySigners(store, sealer);
    this.#nextJobId = nextJobId;
    this.#endpoints = endpoints;
    this.#signers = signers;
    this.#requestEndpoints = new RequestEndpoints({ store, sealer, clock });
    this.#reports = new EventMaker({ endpoints, nextJobId });
    this.#replies = new ReplyMaker({ endpoints, nextJobId, makeUuid: randomUUID, random, signers });
    this.mails = new MailEvents({ endpoints, nextJobId });
  }

  /** A webhook is all that listens to reports. */
  deliveryReports(fact: ReportFact): Made<readonly OwedEvent[]> {
    const event = this.#reports.deliveryReport(fact);
    return event instanceof Promise ? event.then((made) => [made]) : [event];
  }

  replies(fact: ReplyFact): Made<readonly OwedEvent[]> {
    return this.#replies.replies(fact);
  }

  lookups(fact: LookupFact): Promise<readonly OwedEvent[]> {
    return lookupEvents(fact, { endpoints: this.#endpoints, nextJobId: this.#nextJobId });
  }

  /** The lane of a URL that a request named; undefined when the account has too many origins. */
  endpointFor(accountId: number, url: string): Promise<number | undefined> {
    return this.#requestEndpoints.find(accountId, new URL(url));
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#endpoints.forget();
    this.#signers.forget();
    this.#requestEndpoints.forget();
  }
}

/** Events of look-ups that are told by webhook: `lookup`, one for each number, with the body that the command builds. */
type LookupFact = {
  readonly accountId: number;
  /** Shared by the numbers of one request. */
  readonly campaignId: number;
  /** One for each number. */
  readonly results: readonly object[];
  /** As the request named them; null: the account's own. */
  readonly url: string | null;
  readonly endpointId: number | null;
  readonly test: boolean;
  readonly atMs: number;
};

type LookupEventPorts = {
  readonly endpoints: Pick<AccountEndpoints, 'find'>;
  readonly nextJobId: () => number;
};

const kind = 'lookup';

/** Without an endpoint they are stored all the same: they can be pulled, and replayed later. */
async function lookupEvents(
  { accountId, campaignId, results, url, endpointId, test, atMs }: LookupFact,
  ports: LookupEventPorts,
): Promise<readonly OwedEvent[]> {
  const endpoints = await ports.endpoints.find(accountId);
  const asked = { kind, requestEndpointId: endpointId };
  const endpointIds = destinationsOf(asked, endpoints, 'report');
  return results.map((result, index) => {
    const orderKey = `${kind}/${campaignId}/${index + 1}`;
    return {
      id: unnumbered,
      accountId,
      kind,
      orderKey,
      url,
      body: Buffer.from(JSON.stringify({ campaignId, ...result })),
      createdAtMs: atMs,
      test,
      ...oweDeliveries({ endpointIds, orderKey, atMs }, ports),
    };
  });
}
