/** What SMPP users are told, as events: the PDU rendered once, and the delivery that is owed to the user. */
import { pduKinds } from '#core/pdu-kinds.ts';
import type { ReplyFact } from '#model/reply-fact.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { unnumbered } from '#queue/owed-event.ts';
import type { ReplyMaker } from '#sms/inbound/reply-maker.ts';
import type { ReportMaker, SmsReportFact } from '#sms/report-maker.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { ReportCallback, SubmittedMessage } from '#sms/submission.ts';
import { renderCallback } from './callbacks/report-callback.ts';
import type { CustomerDirectory } from './customer-directory.ts';
import { laneOfUser } from './customer-lane-name.ts';
import { isWished, receiptPdu } from './receipt-pdu.ts';
import { replyPdus } from './reply-pdus.ts';

export type CustomerEventPorts = {
  readonly directory: () => CustomerDirectory;
  /** Those of messages that came by HTTP, of users who want webhooks, and what phones send. */
  readonly webhooks: ReportMaker & ReplyMaker;
  readonly nextJobId: () => number;
  /** 0 to 1. */
  readonly random: () => number;
};

/** Of the reference that joins the parts of a long text, one octet counts. */
const references = 256;

/** As long as webhooks are tried. */
const deliveryLifeMs = 72 * 3_600_000;

/** Somewhere to put reports and replies, no matter who is to hear them. */
export class CustomerEvents implements ReportMaker, ReplyMaker {
  readonly #ports: CustomerEventPorts;

  constructor(ports: CustomerEventPorts) {
    this.#ports = ports;
  }

  deliveryReports(fact: SmsReportFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]> {
    const { submitted } = fact;
    if (submitted === null) return this.#ports.webhooks.deliveryReports(fact);
    const { userId, callback } = submitted.submission;
    if (callback !== undefined) return this.#callback(fact, submitted, callback);
    // The reports of a user that has been removed are the account's.
    const listeners =
      this.#ports.directory().withUserId(userId)?.user.settings.reports ?? 'webhook';
    const own = listeners === 'webhook' ? [] : this.#receipts(fact, submitted);
    return listeners === 'smpp' ? own : this.#beside(own, fact);
  }

  /** To the account's URL as ever, and to each of its users that takes replies. */
  replies(fact: ReplyFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]> {
    const { accountId, number, phone, madeAtMs: atMs, test } = fact;
    const users = this.#ports
      .directory()
      .ofAccount(accountId)
      .filter(({ user }) => user.settings.replies && (user.mode === 'test') === test);
    if (users.length === 0) return this.#ports.webhooks.replies(fact);
    const own = users.flatMap(({ user }) => {
      // What one phone sends to one number is told in the order it came.
      const orderKey = `${number}/${phone}`;
      const whose = { accountId, userId: user.id, kind: `${pduKinds}reply`, orderKey, atMs, test };
      const reference = Math.floor(this.#ports.random() * references);
      return replyPdus(fact, user.settings, reference).map((pdu) => this.#event(pdu, whose));
    });
    return this.#besideReplies(own, fact);
  }

  /** In the words of the gateway that its software was written for. */
  #callback(fact: SmsReportFact, submitted: SubmittedMessage, callback: ReportCallback) {
    const rendered = renderCallback(fact, submitted, callback);
    if (rendered === undefined) return [];
    const { form, url } = rendered;
    return this.#ports.webhooks.deliveryReports({ ...fact, form, reportUrl: url });
  }

  #receipts(fact: SmsReportFact, submitted: SubmittedMessage): readonly OwedEvent[] {
    const { userId, wish } = submitted.submission;
    if (!isWished(fact.status, wish)) return [];
    const { accountId, messageId, phone, madeAtMs: atMs, test } = fact;
    const orderKey = `${messageId}/${phone}`;
    const whose = { accountId, userId, kind: `${pduKinds}dlr`, orderKey, atMs, test };
    return [this.#event(receiptPdu(fact, submitted), whose)];
  }

  async #beside(own: readonly OwedEvent[], fact: SmsReportFact): Promise<readonly OwedEvent[]> {
    return [...own, ...(await this.#ports.webhooks.deliveryReports(fact))];
  }

  async #besideReplies(own: readonly OwedEvent[], fact: ReplyFact): Promise<readonly OwedEvent[]> {
    return [...own, ...(await this.#ports.webhooks.replies(fact))];
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
  /** When it is made, whenever it happened. */
  readonly atMs: number;
  readonly test: boolean;
};
