/** Takes what customers submit: the same judging, prices and commit as a request by HTTP, answered after it. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { CommitUnknown, StorageUnavailable } from '#core/unavailable.ts';
import type { SendRefusal, SendReply, SendRequest } from '#sms/send-request.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type {
  DataSm,
  FailedDestination,
  MultiDestination,
  SubmitMulti,
  SubmitSm,
} from '#sms/smpp/pdu.ts';
import type { Answer } from '#sms/smpp/session-types.ts';
import { status } from '#sms/smpp/status.ts';
import { noTlvs } from '#sms/smpp/tlv.ts';
import type { CustomerRates } from './customer-rates.ts';
import type { Customer } from './smpp-user.ts';
import { readSubmit } from './submit-request.ts';
import { readDestination } from './submitted-addresses.ts';

export type SubmitServicePorts = {
  readonly send: (request: SendRequest) => Promise<SendReply>;
  readonly rates: Pick<CustomerRates, 'mayTake'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Who submits, on which bind, under which number. */
export type Submitter = {
  readonly customer: Customer;
  readonly bindId: number;
  readonly sequence: number;
};

type Sent =
  | {
      readonly ok: true;
      readonly messageId: string;
      /** On the account's opt-out list: left out, and not paid for. */
      readonly stopped: readonly PhoneNumber[];
    }
  | { readonly ok: false; readonly status: number; readonly phones?: readonly PhoneNumber[] };

/** SMPP 3.4 §4.5.1: number_of_dests. */
const destinationsMax = 254;

export class SubmitService {
  readonly #ports: SubmitServicePorts;

  constructor(ports: SubmitServicePorts) {
    this.#ports = ports;
  }

  async submit(pdu: SubmitSm, submitter: Submitter): Promise<Answer> {
    const { customer } = submitter;
    if (!this.#ports.rates.mayTake(customer, 1)) return { status: status.throttled };
    const phone = readDestination(pdu.destination, customer);
    if (phone === undefined) return { status: status.invalidDestination };
    const sent = await this.#send(pdu, [phone], submitter);
    if (!sent.ok) return { status: sent.status };
    return { status: status.ok, body: { messageId: sent.messageId, tlvs: noTlvs } };
  }

  /** Its text is in the TLV message_payload, and the fields that it has not are blank. */
  submitData(pdu: DataSm, submitter: Submitter): Promise<Answer> {
    return this.submit({ ...blankBody('submit_sm'), ...pdu }, submitter);
  }

  /** Destinations that cannot be served are named in the answer, and the others get the message. */
  async submitMulti(
    { destinations, ...fields }: SubmitMulti,
    submitter: Submitter,
  ): Promise<Answer> {
    const { customer } = submitter;
    if (destinations.length === 0 || destinations.length > destinationsMax) {
      return { status: status.invalidDestinationCount };
    }
    if (!this.#ports.rates.mayTake(customer, destinations.length))
      return { status: status.throttled };
    const sorted = sortDestinations(destinations, customer);
    const pdu = { ...fields, destination: blankBody('submit_sm').destination };
    const sent = await this.#sendToSome(pdu, sorted, submitter);
    if (!sent.ok) return { status: sent.status };
    const { messageId, failed } = sent;
    return { status: status.ok, body: { messageId, failed, tlvs: noTlvs } };
  }

  async #sendToSome(
    fields: SubmitSm,
    { phones, failed }: SortedDestinations,
    submitter: Submitter,
  ): Promise<MultiSent> {
    const [first] = failed;
    if (phones.size === 0) return { ok: false, status: first?.status ?? status.submitFailed };
    const sent = await this.#send(fields, [...phones.keys()], submitter);
    if (sent.ok) {
      const { messageId, stopped } = sent;
      const leftOut = takeOut(stopped, phones, submitStatus({ why: 'stopped', phones: stopped }));
      return { ok: true, messageId, failed: [...failed, ...leftOut] };
    }
    const unserved = sent.phones ?? [];
    if (unserved.length === 0 || unserved.length === phones.size) return sent;
    // Each round serves fewer phones, so this comes to an end.
    const more = takeOut(unserved, phones, sent.status);
    return this.#sendToSome(fields, { phones, failed: [...failed, ...more] }, submitter);
  }

  async #send(
    fields: SubmitSm,
    phones: readonly PhoneNumber[],
    { customer, bindId, sequence }: Submitter,
  ): Promise<Sent> {
    const { clock, send } = this.#ports;
    const requestId = `smpp-${bindId}-${sequence}`;
    const reading = readSubmit(fields, { customer, phones, nowMs: clock.nowMs(), requestId });
    if (!reading.ok) return reading;
    try {
      const reply = await send(reading.request);
      if (reply.ok) {
        const { messageId, stopped = [] } = reply.sent;
        return { ok: true, messageId: String(messageId), stopped };
      }
      this.#tell(reply.refusal, customer, requestId);
      return { ok: false, status: submitStatus(reply.refusal), phones: phonesOf(reply.refusal) };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      this.#ports.log.warn('smpp.submit_uncommitted', { requestId, ...errorFields(error) });
      // Nothing was taken: clients submit again behind a system error. Where nobody knows they had better look first.
      const isUnknown = error instanceof CommitUnknown;
      return { ok: false, status: isUnknown ? status.unknownError : status.systemError };
    }
  }

  #tell({ why }: SendRefusal, { user }: Customer, requestId: string): void {
    this.#ports.log.info('smpp.submit_refused', { systemId: user.systemId, requestId, why });
  }
}

type MultiSent =
  | { readonly ok: true; readonly messageId: string; readonly failed: readonly FailedDestination[] }
  | { readonly ok: false; readonly status: number };

type SortedDestinations = {
  /** Each with the address it was read from; the same phone twice is one. */
  readonly phones: Map<PhoneNumber, Omit<FailedDestination, 'status'>>;
  readonly failed: readonly FailedDestination[];
};

function sortDestinations(destinations: readonly MultiDestination[], customer: Customer) {
  const phones: SortedDestinations['phones'] = new Map();
  const failed: FailedDestination[] = [];
  for (const destination of destinations) {
    if ('list' in destination) {
      // There are no distribution lists.
      const address = asNamed(destination.list);
      failed.push({ ton: 0, npi: 0, address, status: status.invalidListName });
      continue;
    }
    const { ton, npi } = destination;
    const address = asNamed(destination.address);
    const phone = readDestination(destination, customer);
    if (phone !== undefined) phones.set(phone, { ton, npi, address });
    else failed.push({ ton, npi, address, status: status.invalidDestination });
  }
  return { phones, failed };
}

/** SMPP 3.4 §4.5.1.1: 21 octets with the NUL. Peers send longer ones, which the answer cannot repeat whole. */
const addressCharactersMax = 20;

function asNamed(address: string): string {
  return address.slice(0, addressCharactersMax);
}

/** Takes these phones from the others, each with the address it was read from. */
function takeOut(
  unserved: readonly PhoneNumber[],
  phones: SortedDestinations['phones'],
  code: number,
): readonly FailedDestination[] {
  return unserved.flatMap((phone) => {
    const address = phones.get(phone);
    phones.delete(phone);
    return address === undefined ? [] : [{ ...address, status: code }];
  });
}

function phonesOf(refusal: SendRefusal): readonly PhoneNumber[] {
  return 'phones' in refusal ? refusal.phones : [];
}

// What a customer's submit gets for each reason to refuse it: the table beside `api/errors.ts`.

/**
 * 0x45 where the standard has no word: neither the message nor its addresses are wrong. What may pass
 * by waiting is 0x14, 0x58 or 0x08, which clients take as "later".
 */
const statuses: Readonly<Record<SendRefusal['why'], number>> = {
  'text is empty': status.invalidMessageLength,
  'text is too long': status.invalidMessageLength,
  'sender is not allowed': status.invalidSource,
  'no price': status.invalidDestination,
  'no operator': status.invalidDestination,
  'country is closed': status.invalidDestination,
  'number is costly': status.invalidDestination,
  'price is above the ceiling': status.invalidDestination,
  // A customer who is too fast is told as an operator would tell it.
  'limit is reached': status.throttled,
  'too much is spent': status.submitFailed,
  'schedule is in the past': status.invalidSchedule,
  'simulator is off': status.submitFailed,
  'balance is too low': status.submitFailed,
  'idempotency key was used for another request': status.submitFailed,
  'too many report addresses': status.submitFailed,
  'there is no short number': status.submitFailed,
  stopped: status.invalidDestination,
  overloaded: status.messageQueueFull,
};

function submitStatus({ why }: SendRefusal): number {
  return statuses[why];
}
