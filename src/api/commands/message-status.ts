/** `GET /v1/message-status`: what became of a message at one of its recipients. */

import { reachOf } from '#accounts/authenticator.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { startOf } from '#api/parameters/value.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { countryOf, formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import { formatLocalTime } from './account-time.ts';
import type { Call, Run } from './command.ts';

export type StatusPorts = {
  readonly status: (
    reach: KeyReach,
    messageId: number,
    phone: PhoneNumber,
  ) => Promise<RecipientStatus | undefined>;
  /** Which of these phones the account may not send to any more. */
  readonly stopped: (
    accountId: number,
    phones: readonly PhoneNumber[],
  ) => Promise<ReadonlySet<PhoneNumber>>;
};

export function describeStatus(ports: StatusPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const phone = readStatusPhone(fields, call);
    const id = fields.requiredText('messageId', 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const messageId = parseWholeNumber(id ?? '');
    if (messageId === undefined || phone === undefined) return unknown;
    const status = await ports.status(reachOf(call.caller), messageId, phone);
    if (status === undefined) return unknown;
    const stopped = await ports.stopped(call.caller.account.id, [phone]);
    return tell(status, stopped.has(phone));
  };
}

/** A message of another account is as unknown as one that never was. */
const unknown = refuse('message is unknown', { field: 'messageId' });

export function readStatusPhone(fields: Fields, call: Call): PhoneNumber | undefined {
  const text = fields.requiredText('phoneNumber', 'phone numbers are missing');
  if (text === undefined) return undefined;
  const phone = parsePhoneNumber(text, call.caller.account.homeCountry);
  const details = { number: startOf(text) };
  return phone ?? fields.refuse('phone number is not possible', 'phoneNumber', details);
}

function tell(status: RecipientStatus, stopSms: boolean): Answer {
  return succeed({
    number: formatPhone(status.phone),
    messageId: String(status.messageId),
    stopSms,
    ...dateToJson(status),
    statut: statuts[status.state],
    cost: toNumber(status.cost),
    countryCode: countryOf(status.phone) ?? '',
    currency: status.currency,
  });
}

/** In seconds since 1970, as programs of the interface read it; beside it as people do. */
export function dateToJson({ atMs }: Pick<RecipientStatus, 'atMs'>) {
  return { date: String(Math.floor(atMs / 1_000)), dateLocal: formatLocalTime(atMs) };
}

export const statuts: Record<RecipientStatus['state'], string> = {
  delivered: 'Delivered',
  'not delivered': 'Not delivered',
  waiting: 'Waiting',
};
