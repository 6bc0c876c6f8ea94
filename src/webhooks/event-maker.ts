/** Makes events of facts, before the commit that stores both: the body, and the deliveries it owes. */

import type { ReportFact } from '#model/report-fact.ts';
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';
import { type AccountEndpoints, destinationsOf } from './account-endpoints.ts';
import { reportKind } from './callback-request.ts';
import type { Endpoint } from './endpoint.ts';
import { deliveryReportBody } from './event-body.ts';
import { oweDeliveries } from './owed-delivery.ts';

export type EventMakerPorts = {
  readonly endpoints: Pick<AccountEndpoints, 'find'>;
  readonly nextJobId: () => number;
};

export class EventMaker {
  readonly #ports: EventMakerPorts;

  constructor(ports: EventMakerPorts) {
    this.#ports = ports;
  }

  /** At once where the account's endpoints are known, which is nearly always. */
  deliveryReport(fact: ReportFact): OwedEvent | Promise<OwedEvent> {
    const endpoints = this.#ports.endpoints.find(fact.accountId);
    return endpoints instanceof Promise
      ? endpoints.then((read) => this.#report(fact, read))
      : this.#report(fact, endpoints);
  }

  /** Without an endpoint the event is stored all the same: it can be pulled, and replayed later. */
  #report(fact: ReportFact, endpoints: readonly Endpoint[]): OwedEvent {
    const kind = reportKind(fact.form);
    const orderKey = `${fact.messageId}/${fact.phone}`;
    const asked = { kind, requestEndpointId: fact.reportEndpointId };
    const endpointIds = destinationsOf(asked, endpoints, 'report');
    return {
      id: unnumbered,
      accountId: fact.accountId,
      kind,
      orderKey,
      url: fact.reportUrl,
      body: deliveryReportBody(fact),
      createdAtMs: fact.madeAtMs,
      test: fact.test,
      ...oweDeliveries({ endpointIds, orderKey, atMs: fact.madeAtMs }, this.#ports),
    };
  }
}
