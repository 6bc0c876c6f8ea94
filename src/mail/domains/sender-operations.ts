/** `sender list`, `all`, `add`, `default`, `remove`: addresses that an account sends as. */
import { z } from 'zod';
import { isTyped } from '#core/author.ts';
import { domainOf, type EmailAddress, parseEmailAddress } from '#core/email-address.ts';
import { textOf } from '#core/input-form.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import type { DomainPorts } from './domain-input.ts';
import type { MailSender } from './mail-domain.ts';
import { domainForms } from './words.ts';

const changes = ['sender list', 'sender all'];

const senderView = z.object({
  account: z.int(),
  address: z.string(),
  name: z.string(),
  default: z.boolean(),
});
const listed = z.object({ senders: z.array(senderView) });

const address = textOf({ read: (text) => parseEmailAddress(text.trim()) }, domainForms.address);
const named = z.strictObject({ address });

export const listSenders = operation({
  name: 'sender list',
  does: 'reads',
  needs: 'read facts',
  output: listed,
  run: async ({ mailDomains: { store } }: DomainPorts, _, { accountId }) => ({
    senders: (await store.listSenders(accountId)).map(viewSender),
  }),
});

export const listAllSenders = operation({
  name: 'sender all',
  does: 'reads',
  needs: 'administrator',
  output: listed,
  run: async ({ mailDomains: { store } }: DomainPorts) => ({
    senders: (await store.listSenders()).map(viewSender),
  }),
});

export const addSender = operation({
  name: 'sender add',
  does: 'writes',
  needs: 'manage keys',
  changes,
  positional: ['address'],
  input: z.strictObject({
    address,
    name: textOf(
      { read: (text) => (/^[^\p{Cc}]{0,100}$/u.test(text) ? text : undefined) },
      domainForms.name,
    ).optional(),
  }),
  output: z.object({ sender: senderView }),
  refusals: ['mail sender is not verified'],
  async run({ mailDomains: { store } }: DomainPorts, { address: added, name: given }, caller) {
    const { accountId } = caller;
    const known = (await store.listSenders(accountId)).find((each) => each.address === added);
    const mayAdd = isTyped(caller) || known !== undefined || (await isProved(store, added, caller));
    if (!mayAdd) {
      const params = { sender: added };
      return refuse('mail sender is not verified', { field: 'address', params });
    }
    const name = given ?? known?.name ?? '';
    return {
      sender: viewSender(await store.saveSender({ accountId, address: added, name }, caller)),
    };
  },
});

export const setDefaultSender = operation({
  name: 'sender default',
  does: 'writes',
  needs: 'manage keys',
  changes,
  positional: ['address'],
  input: named,
  output: z.object({ default: z.string() }),
  refusals: ['sender is not there'],
  async run({ mailDomains: { store } }: DomainPorts, { address: chosen }, caller) {
    return (await store.setDefaultSender(caller.accountId, chosen, caller))
      ? { default: chosen }
      : noSender(chosen, caller);
  },
});

export const removeSender = operation({
  name: 'sender remove',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  changes,
  positional: ['address'],
  input: named,
  output: z.object({ removed: z.string() }),
  refusals: ['sender is not there'],
  async run({ mailDomains: { store } }: DomainPorts, { address: removed }, caller) {
    return (await store.removeSender(caller.accountId, removed, caller))
      ? { removed }
      : noSender(removed, caller);
  },
});

/** One of somebody else's domain is an administrator's to add. */
async function isProved(
  store: DomainPorts['mailDomains']['store'],
  added: EmailAddress,
  { accountId }: InAccount,
): Promise<boolean> {
  const domains = await store.listDomains(accountId);
  return domains.some((each) => each.name === domainOf(added) && each.verifiedAtMs !== null);
}

function noSender(sender: EmailAddress, { accountId: account }: InAccount) {
  return refuse('sender is not there', { field: 'address', params: { sender, account } });
}

function viewSender({ accountId, isDefault, ...sender }: MailSender): z.input<typeof senderView> {
  return { ...sender, account: accountId, default: isDefault };
}
