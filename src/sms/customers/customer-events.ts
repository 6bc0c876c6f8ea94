/** What SMPP users are told, as events: the PDU rendered once, and the delivery that is owed to the user. */
import type { OwedEvent } from '#queue/owed-event.ts';
import { unnumbered } from '#queue/owed-event.ts';
import type { ReportFact, ReportMaker } from '#sms/report-maker.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { SubmittedMessage } from '#sms/submission.ts';
import type { CustomerDirectory } from './customer-directory.ts';
import { laneOfUser } from './customer-lane-name.ts';
import { isWished, receiptPdu } from './receipt-pdu.ts';

export type CustomerEventPorts = {
  readonly directory: () => CustomerDirectory;
  /** Those of messages that came by HTTP, and of users who want webhooks. */
  readonly webhooks: ReportMaker;
  readonly nextJobId: () => number;
};

/** As long as webhooks are tried. */
const deliveryLifeMs = 72 * 3_600_000;

/** Somewhere to put a report, whoever is to hear it. */
export class CustomerEvents implements ReportMaker {
  readonly #ports: CustomerEventPorts;

  constructor(ports: CustomerEventPorts) {
    this.#ports = ports;
  }

  deliveryReports(fact: ReportFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]> {
    const { submitted } = fact;
    if (submitted === null) return this.#ports.webhooks.deliveryReports(fact);
    const { userId } = submitted.submission;
    // The reports of a user that has been removed are the account's.
    const listeners =
      this.#ports.directory().withUserId(userId)?.user.settings.reports ?? 'webhook';
    const own = listeners === 'webhook' ? [] : this.#receipts(fact, submitted);
    return listeners === 'smpp' ? own : this.#beside(own, fact);
  }

  #receipts(fact: ReportFact, submitted: SubmittedMessage): readonly OwedEvent[] {
    const { userId, wish } = submitted.submission;
    if (!isWished(fact.status, wish)) return [];
    const { accountId, messageId, phone, atMs, test } = fact;
    const orderKey = `${messageId}/${phone}`;
    const whose = { accountId, userId, kind: 'smpp dlr', orderKey, atMs, test };
    return [this.#event(receiptPdu(fact, submitted), whose)];
  }

  async #beside(own: readonly OwedEvent[], fact: ReportFact): Promise<readonly OwedEvent[]> {
    return [...own, ...(await this.#ports.webhooks.deliveryReports(fact))];
  }

  #event(pdu: DeliverSm, event: EventOf): OwedEvent {
    const { accountId, userId, kind, orderKey, atMs, test } = event;
    const job = {
      id: this.#ports.nextJobId(),
      lane: laneOfUser(userId),
      dueAtMs: atMs,
      attempt: 0,
      orderKey,
      expiresAtMs: atMs + deliveryLifeMs,
      subject: unnumbered,
    };
    const body = encodePdu({ command: 'deliver_sm', status: 0, sequence: 0, body: pdu });
    return {
      id: unnumbered,
      accountId,
      kind,
      orderKey,
      url: null,
      body,
      createdAtMs: atMs,
      test,
      job,
    };
  }
}

type EventOf = {
  readonly accountId: number;
  readonly userId: number;
  readonly kind: string;
  readonly orderKey: string;
  readonly atMs: number;
  readonly test: boolean;
};
