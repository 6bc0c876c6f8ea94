/**
 * Receipts: from a deliver_sm to a recipient's state and its event, answered after the commit.
 *
 * A receipt may come before the answer to its submit, on another bind, or after a restart. It is
 * looked for in memory, then in the table; where its part is unknown it is kept until a submit claims it.
 */

import type { Clock } from '#core/clock.ts';
import { type Log, type LogFields, maskPhone } from '#core/log.ts';
import { zero } from '#core/money.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { messageIdOf, recipientOfPart } from '#model/ids.ts';
import type { Outcome } from '#model/recipient-state.ts';
import { Batcher } from '#queue/batcher.ts';
import type { FactRecorder } from '#sms/facts.ts';
import type { InboundSmsService } from '#sms/inbound/inbound-sms-service.ts';
import type { LinkKey } from '#sms/inbound/redeliveries.ts';
import type {
  KeptReceipt,
  MessageStore,
  Receipt,
  ReceiptRefund,
  ReceiptResult,
  SubmittedPart,
} from '#sms/message-store.ts';

import { peerDigits } from '#sms/numbers/peer-digits.ts';
import type { Operator, OperatorSettings, ReceiptAddress } from '#sms/operator.ts';
import { keptReceipt, type PduTaker } from '#sms/records/kept-pdu.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { status } from '#sms/smpp/status.ts';
import type { SmsTally } from '#sms/sms-tally.ts';
import type { AwaitedParts } from './awaited-parts.ts';
import { type ReceiptReading, readReceipt } from './read-receipt.ts';

export type ReceiptPorts = {
  readonly store: Pick<MessageStore, 'matchOrKeepReceipts'>;
  /** Takes what is no receipt. */
  readonly inbound: Pick<InboundSmsService, 'take' | 'linkLost'>;
  readonly facts: FactRecorder;
  readonly awaited: AwaitedParts;
  readonly reports: ReportMaker;
  readonly pdus: PduTaker;
  /** Whether an account gets back what is not delivered. */
  readonly paysBack: (accountId: number) => boolean;
  /** Of the installation: where an operator names none of its own. */
  readonly homeCountry: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: nobody counts. */
  readonly tally?: Pick<SmsTally, 'receiptTaken'> | undefined;
};

/** Of what nobody will report on any more. */
const noReceipt = 'no_receipt';

/** A deliver_sm, and whether somebody looks at what passes over its link. */
type Brought = { readonly pdu: DeliverSm; readonly isTraced: boolean };

export class ReceiptService {
  readonly #ports: ReceiptPorts;
  readonly #unknown: Batcher<Receipt, SubmittedPart | undefined>;
  #turn: Promise<void> | undefined;

  constructor(ports: ReceiptPorts) {
    this.#ports = ports;
    this.#unknown = new Batcher((receipts) => ports.store.matchOrKeepReceipts(receipts));
  }

  /** The command_status to answer: 0 only when what the operator said is durable. */
  async take(
    operator: Operator,
    pdu: DeliverSm,
    link: LinkKey = {},
    isTraced = false,
  ): Promise<number> {
    try {
      const reading = readReceipt(pdu, operator.settings);
      if (reading !== undefined && this.#counts(operator, pdu, reading)) {
        return await this.#takeReceipt(operator, { pdu, isTraced }, reading);
      }
      await this.#ports.inbound.take(operator, pdu, link);
      return status.ok;
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      // The operator keeps it and brings it again.
      return status.temporaryAppError;
    }
  }

  /** The OK of what came last on a link that broke may not have left. */
  linkLost(link: LinkKey): void {
    this.#ports.inbound.linkLost(link);
  }

  /** Receipts that had waited for the submit that has now been stored. */
  async takeKept(
    part: SubmittedPart,
    kept: readonly KeptReceipt[],
    settings: ReportRules | undefined,
  ): Promise<void> {
    const awaited = awaitedOf(part, settings);
    for (const { id, ...receipt } of kept) await this.#settle(awaited, receipt, id);
  }

  /** A part nobody will report on any more is not delivered. */
  takeOverdue(operator: Operator, part: SubmittedPart, remoteId: string): Promise<unknown> {
    const receipt: Receipt = {
      operatorId: operator.id,
      remoteId,
      phone: part.phone,
      outcome: 'not delivered',
      word: noReceipt,
      error: '',
      receivedAtMs: this.#ports.clock.nowMs(),
      doneAtMs: null,
      address: operator.settings.receiptAddress,
    };
    return this.#settle(awaitedOf(part, operator.settings), receipt, null);
  }

  async #takeReceipt(
    operator: Operator,
    { pdu, isTraced }: Brought,
    read: ReceiptReading,
  ): Promise<number> {
    const { awaited, log, clock } = this.#ports;
    const { remoteId, outcome, word, error, doneAtMs } = read;
    const address = operator.settings.receiptAddress;
    const phone = this.#phoneOf(operator, pdu);
    const told = (): LogFields => ({
      operator: operator.name,
      remoteId,
      word,
      phone: maskPhone(phone),
    });
    if (remoteId === '' || outcome === undefined) {
      log.warn('receipt.unread', told());
      return status.ok;
    }
    const settledPhone = awaited.settledPhone(operator.id, remoteId);
    if (settledPhone !== undefined && agrees(settledPhone, phone, address)) {
      log.info('receipt.repeated', told());
      return status.ok;
    }
    const receivedAtMs = clock.nowMs();
    const receipt = {
      operatorId: operator.id,
      remoteId,
      phone,
      outcome,
      word,
      error,
      receivedAtMs,
      doneAtMs,
      address,
    };
    // Not awaited where it is known, which is nearly always.
    const part = this.#inMemory(receipt) ?? (await this.#find(receipt));
    if (part !== undefined) {
      if (part.test || isTraced) this.#show(part, receipt, pdu);
      this.#ports.tally?.receiptTaken(operator.name, receivedAtMs - part.submittedAtMs);
      return this.#settle(awaitedOf(part, operator.settings), receipt, null);
    }
    log.info('receipt.unmatched', told());
    return status.ok;
  }

  /** What the timeline of its message shows. */
  #show({ partId }: SubmittedPart, receipt: Receipt, pdu: DeliverSm): void {
    const { operatorId, receivedAtMs: atMs } = receipt;
    this.#ports.pdus.take(() => [keptReceipt({ partId, operatorId, atMs }, pdu)]);
  }

  /** In memory a little later, else in the table; where it is not there either the receipt is kept. */
  async #find(receipt: Receipt): Promise<SubmittedPart | undefined> {
    // The answer to its submit may have come in the same read, and is worked on by the turn's end.
    await this.#turnEnd();
    return this.#inMemory(receipt) ?? (await this.#unknown.add(receipt));
  }

  /** Of parts with the same id only the newest: one for another phone is looked for in the table. */
  #inMemory({ operatorId, remoteId, phone, address }: Receipt): SubmittedPart | undefined {
    const part = this.#ports.awaited.find(operatorId, remoteId);
    return part !== undefined && agrees(part.phone, phone, address) ? part : undefined;
  }

  #turnEnd(): Promise<void> {
    this.#turn ??= new Promise((resolve) => {
      // Cannot fail.
      setImmediate(() => {
        this.#turn = undefined;
        resolve();
      });
    });
    return this.#turn;
  }

  /** A receipt by text alone counts if it speaks of a part, and comes from the phone that part went to. */
  #counts(operator: Operator, pdu: DeliverSm, { certain, remoteId }: ReceiptReading): boolean {
    if (certain) return true;
    const part = this.#ports.awaited.find(operator.id, remoteId);
    return part !== undefined && part.phone === this.#phoneOf(operator, pdu);
  }

  #phoneOf({ settings }: Operator, { source }: DeliverSm): string {
    return peerDigits(source, settings.homeCountry || this.#ports.homeCountry);
  }

  async #settle(part: SubmittedPart, given: Receipt, keptId: number | null): Promise<number> {
    const { facts, awaited, reports, log, clock } = this.#ports;
    const receipt = dated(given, part);
    const madeAtMs = clock.nowMs();
    const said = { ...receipt, madeAtMs };
    const refund = this.#refundOf(part, receipt, madeAtMs);
    const told = refund === undefined ? part : { ...part, cost: zero };
    const made = reports.deliveryReports(reportOf(told, receipt.outcome, said));
    const events = made instanceof Promise ? await made : made;
    const result = await facts.received({
      receipt,
      submittedPartId: part.submittedPartId,
      partId: part.partId,
      parts: part.parts,
      keptReceiptId: keptId,
      events,
      refund,
    });
    // Its submit waits for the disk: the operator brings the receipt again after that.
    if (result === 'unknown part') return status.temporaryAppError;
    if (receipt.outcome !== 'waiting') awaited.settle(receipt.operatorId, receipt.remoteId, part);
    if (log.debugs) log.debug('receipt.taken', takenLine(part, receipt, result));
    return status.ok;
  }

  /** Where no report came it may have arrived. */
  #refundOf(
    { accountId, cost, test }: SubmittedPart,
    { outcome, word }: Receipt,
    atMs: number,
  ): ReceiptRefund | undefined {
    const isFailed = outcome === 'not delivered' && word !== noReceipt;
    if (!isFailed || cost === 0 || !this.#ports.paysBack(accountId)) return undefined;
    return { accountId, purse: test ? 'test' : 'live', cost, atMs };
  }
}

/** Whether a part is the receipt's for sure; of one that is not, the table knows whether there is a better one. */
function agrees(phone: string, said: string, address: ReceiptAddress): boolean {
  return phone === said || address === 'ignore' || (address === 'prefer' && said === '');
}

/** How far an operator's clock may be from ours. */
const clocksApartMs = 5 * 60_000;

/** What happened is told with the operator's own date where that can be true, else with ours. */
function dated(receipt: Receipt, { submittedAtMs }: SubmittedPart): Receipt {
  const { doneAtMs, receivedAtMs } = receipt;
  if (doneAtMs === null) return receipt;
  const isPossible =
    doneAtMs >= submittedAtMs - clocksApartMs && doneAtMs <= receivedAtMs + clocksApartMs;
  if (!isPossible) return receipt;
  return { ...receipt, receivedAtMs: Math.min(Math.max(doneAtMs, submittedAtMs), receivedAtMs) };
}

type Said = Pick<Receipt, 'receivedAtMs' | 'word' | 'error'> & { readonly madeAtMs: number };

/** What the client is told if this part's report changes its recipient's state. */
export function reportOf(
  part: Omit<SubmittedPart, 'submittedPartId' | 'submittedAtMs'>,
  outcome: Outcome,
  { receivedAtMs: atMs, madeAtMs, word, error }: Said,
): Parameters<ReportMaker['deliveryReports']>[0] {
  const { accountId, phone, cost, currency, tag, reportUrl, reportEndpointId, test } = part;
  const { submitted } = part;
  const messageId = messageIdOf(recipientOfPart(part.partId));
  const report = { accountId, messageId, phone, cost, currency, tag, test };
  const reason = { word, error, submitted };
  const times = { atMs, madeAtMs };
  return { ...report, ...reason, ...times, status: outcome, reportUrl, reportEndpointId };
}

type ReportRules = Pick<OperatorSettings, 'receiptFor'>;

/** Where the operator reports on one part for all, its report alone is waited for. */
function awaitedOf(part: SubmittedPart, settings: ReportRules | undefined): SubmittedPart {
  return settings?.receiptFor === 'one' ? { ...part, parts: 1 } : part;
}

function takenLine(part: SubmittedPart, receipt: Receipt, result: ReceiptResult): LogFields {
  return {
    messageId: messageIdOf(recipientOfPart(part.partId)),
    account: part.accountId,
    operatorId: receipt.operatorId,
    phone: maskPhone(part.phone),
    outcome: receipt.outcome,
    result,
    durationMs: receipt.receivedAtMs - part.submittedAtMs,
  };
}
