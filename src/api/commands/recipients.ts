/** Whom a send goes to: the phones that are written, and with `groupId` those of groups of the address book. */
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import { type Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { isList, startOf, type Value } from '#api/parameters/value.ts';
import { isFictionNumber, type PhoneNumber } from '#core/phone-number.ts';
import { recipientsMax } from '#sms/message.ts';
import type { PhoneRules } from '#sms/sending/asked-send.ts';
import type { Call } from './command.ts';
import { phonesField, readPhones, readPhonesIfAny } from './phone-list.ts';

export type GroupPorts = {
  readonly addressBook: Pick<AddressBookStore, 'findGroup' | 'listPhones'>;
};

export type Recipients = {
  /** Each once. */
  readonly phones: readonly PhoneNumber[];
  /** What the request says of them: contacts may come and go before it is repeated. */
  readonly asked: object;
};

export const groupField = 'groupId';
/** Each is looked up in the database before anything is judged. */
const groupsMax = 50;

/** At once where no groups are named. */
export function readRecipients(
  fields: Fields,
  call: Call,
  ports: GroupPorts,
): Recipients | Promise<Recipients> {
  const { account, key } = call.caller;
  const { homeCountry } = account;
  const rules = { homeCountry, acceptsFiction: key.mode === 'test' };
  const value = fields.value(groupField);
  if (value !== undefined) return readGroups(value, rules, { fields, call, ports });
  const phones = readPhones(fields, rules);
  return { phones, asked: { phones } };
}

type Place = { readonly fields: Fields; readonly call: Call; readonly ports: GroupPorts };

async function readGroups(value: Value, rules: PhoneRules, place: Place): Promise<Recipients> {
  const { fields } = place;
  const groupIds = readGroupIds(value, fields);
  const phones = readPhonesIfAny(fields, rules);
  const all = new Set(phones);
  for (const groupId of groupIds) {
    // One more than fit shows that they do not.
    for (const phone of await phonesOf(groupId, place)) all.add(phone);
    if (all.size > recipientsMax) break;
  }
  judge(all, fields, rules);
  return { phones: [...all], asked: { phones, groupIds } };
}

/** A number, a text, a comma list or a list of these; what cannot be an id is unknown as a group. */
function readGroupIds(value: Value, fields: Fields): readonly number[] {
  const texts = isList(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  const ids = new Set(texts.map((text) => parseWholeNumber(text)));
  if (ids.size > groupsMax)
    fields.refuse('too many groups at once', groupField, { max: groupsMax });
  else if (ids.has(undefined)) fields.refuse('group is unknown', groupField);
  else return [...ids].filter((id) => id !== undefined);
  return [];
}

async function phonesOf(groupId: number, { fields, call, ports }: Place) {
  const { addressBook } = ports;
  const group = await addressBook.findGroup(call.caller.account.id, groupId);
  if (group !== undefined) return addressBook.listPhones(groupId, recipientsMax + 1);
  fields.refuse('group is unknown', groupField);
  return [];
}

function judge(phones: ReadonlySet<PhoneNumber>, fields: Fields, { acceptsFiction }: PhoneRules) {
  if (fields.refusal !== undefined) return;
  if (phones.size === 0) fields.refuse('nobody to send to', groupField);
  if (phones.size > recipientsMax) {
    fields.refuse('too many phone numbers', groupField, { max: recipientsMax });
  }
  const fiction = acceptsFiction ? [] : [...phones].filter((phone) => isFictionNumber(phone));
  for (const phone of fiction) {
    fields.refuse('phone number is fiction', phonesField, { number: startOf(`+${phone}`) });
  }
}
