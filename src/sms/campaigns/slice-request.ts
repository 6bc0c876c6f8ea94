/** A slice of a campaign as a send: what all sends pass through bounds it, and its name makes it one send however often it is asked for. */
import type { Account } from '#accounts/account.ts';
import type { Contact } from '#accounts/address-book/contact.ts';
import { keyOfPerson } from '#accounts/person-key.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { Campaign } from './campaign.ts';
import { fillText } from './campaign-text.ts';

type Worded = Pick<Campaign, 'test' | 'sender' | 'text' | 'saysStop' | 'marketing'>;

/** `name` undefined: it is looked at, not sent. */
export function requestOf(
  { text, sender, ...campaign }: Worded,
  contacts: readonly Pick<Contact, 'phone' | 'details'>[],
  { account, name }: { readonly account: Account; readonly name?: string },
): SendRequest {
  return {
    caller: { account, key: keyOfPerson(account, { base: 'sms', test: campaign.test, label: '' }) },
    phones: contacts.map(({ phone }) => phone),
    text,
    texts: contacts.map(({ details }) => fillText(text, details)),
    partial: true,
    sender: sender === '' ? undefined : sender,
    saysStop: campaign.saysStop,
    tag: '',
    class: 'bulk',
    grade: undefined,
    forceUnicode: false,
    marketing: campaign.marketing || campaign.saysStop,
    sandbox: false,
    validityMs: undefined,
    scheduledAtMs: undefined,
    reportUrl: undefined,
    idempotency: name === undefined ? undefined : { key: name, fingerprint: name },
    requestId: name ?? '',
    clientRequestId: name,
  };
}
