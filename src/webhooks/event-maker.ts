/** Makes events of facts, before the commit that stores both: the body, and the delivery it owes. */
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';
import type { AccountEndpoints } from './account-endpoints.ts';
import { deliveryReportBody } from './event-body.ts';
import { oweDelivery } from './owed-delivery.ts';
import type { ReportFact } from './report-fact.ts';

export type EventMakerPorts = {
  readonly endpoints: AccountEndpoints;
  readonly nextJobId: () => number;
};

export class EventMaker {
  readonly #ports: EventMakerPorts;

  constructor(ports: EventMakerPorts) {
    this.#ports = ports;
  }

  /** At once where the account's endpoint is known, which is nearly always. */
  deliveryReport(fact: ReportFact): OwedEvent | Promise<OwedEvent> {
    if (fact.reportEndpointId !== null) return this.#report(fact, fact.reportEndpointId);
    const endpointId = this.#ports.endpoints.find(fact.accountId);
    return typeof endpointId === 'object' && endpointId !== null
      ? endpointId.then((id) => this.#report(fact, id))
      : this.#report(fact, endpointId);
  }

  /** Without an endpoint the event is stored all the same: it can be pulled, and replayed later. */
  #report(fact: ReportFact, endpointId: number | null): OwedEvent {
    const orderKey = `${fact.messageId}/${fact.phone}`;
    return {
      id: unnumbered,
      accountId: fact.accountId,
      kind: 'dlr',
      orderKey,
      url: fact.reportUrl,
      body: deliveryReportBody(fact),
      createdAtMs: fact.atMs,
      test: fact.test,
      job: oweDelivery({ endpointId, orderKey, atMs: fact.atMs }, this.#ports),
    };
  }
}
