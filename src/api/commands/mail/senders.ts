/** `sender/add`, `list`, `delete`: addresses of the account, of which one stands in where none is named. */
import { Fields } from '#api/parameters/fields.ts';
import { startOf } from '#api/parameters/value.ts';
import { refuse, succeed } from '#api/reply.ts';
import { domainOf, type EmailAddress, parseEmailAddress } from '#core/email-address.ts';
import type { MailSender } from '#mail/domains/mail-domain.ts';
import { type Command, command, type Run } from '../command.ts';
import { authorOf, type DomainPorts } from './domains.ts';

const nameMax = 100;

export function senderCommands(ports: DomainPorts): readonly Command[] {
  return [
    command('POST /mail/v1/sender/add', { scope: 'account', run: add(ports) }),
    command('GET POST /mail/v1/sender/list', { scope: 'read', run: list(ports) }),
    command('GET POST DELETE /mail/v1/sender/delete', { scope: 'account', run: remove(ports) }),
  ];
}

/** Of a proved domain alone; an address of somebody else's domain is an administrator's to add. */
function add({ mailDomains: { store }, clock }: DomainPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const address = readAddress(fields);
    const name = fields.label('name', nameMax) ?? '';
    const isDefault = fields.flag('default');
    if (fields.refusal !== undefined) return fields.refusal;
    if (address === undefined) return refuse('address is missing', { field: 'email' });
    const accountId = call.caller.account.id;
    const domains = await store.listDomains(accountId);
    const domain = domains.find((each) => each.name === domainOf(address));
    if ((domain?.verifiedAtMs ?? null) === null) {
      const details = { sender: address };
      return refuse('mail sender is not verified', { field: 'email', details });
    }
    const author = authorOf(call, clock);
    const saved = await store.saveSender({ accountId, address, name }, author);
    if (isDefault) await store.setDefaultSender(accountId, address, author);
    return succeed(toSenderJson({ ...saved, isDefault: saved.isDefault || isDefault }));
  };
}

function list({ mailDomains: { store } }: DomainPorts): Run {
  return async ({ caller }) => {
    const senders = await store.listSenders(caller.account.id);
    return succeed({ nbData: senders.length, data: senders.map(toSenderJson) });
  };
}

function remove({ mailDomains: { store }, clock }: DomainPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const address = readAddress(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    const author = authorOf(call, clock);
    const isGone =
      address !== undefined && (await store.removeSender(call.caller.account.id, address, author));
    return isGone ? succeed({}) : refuse('sender is unknown', { field: 'email' });
  };
}

function readAddress(fields: Fields): EmailAddress | undefined {
  const text = fields.requiredText('email', 'address is missing');
  if (text === undefined) return undefined;
  const details = { address: startOf(text) };
  return (
    parseEmailAddress(text) ?? fields.refuse('recipient address is malformed', 'email', details)
  );
}

function toSenderJson({ address, name, isDefault }: MailSender) {
  return { email: address, name, default: isDefault };
}
