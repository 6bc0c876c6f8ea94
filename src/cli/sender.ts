/** `parley sender …`: addresses that an account may send from although it has not proved their domain. */
import type { MailSender } from '#mail/domains/mail-domain.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, type Outcome } from './command.ts';
import { maybe, needed, otherwise } from './option.ts';
import { table } from './text-table.ts';
import { id, mailAddress, senderName } from './written-values.ts';

const address = needed(mailAddress, 'ADDRESS', 'Such as news@example.com.');
const account = needed(id, 'ID', 'The account.');

const senderAdd = command({
  name: 'sender add',
  sentence:
    'Lets an account send from an address: of a proved domain as its default, of another one by a relay that signs.',
  takes: { address },
  options: { account, name: otherwise('', senderName, 'NAME', 'What stands before the address.') },
  async run({ address: added, account: accountId, name }, { open, clock }) {
    await using installation = await open();
    const { accounts, domains } = installation.storage;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    const sender = { accountId, address: added, name };
    const saved = await domains.saveSender(sender, authorNow(clock));
    return done(list([saved]), { sender: viewOf(saved) });
  },
});

const senderList = command({
  name: 'sender list',
  sentence: 'Lists the addresses that accounts may send from, and the default of each account.',
  takes: {},
  options: { account: maybe(id, 'ID', 'Only those of this account.') },
  async run({ account: accountId }, { open }) {
    await using installation = await open();
    const senders = await installation.storage.domains.listSenders(accountId);
    return done(list(senders), { senders: senders.map(viewOf) });
  },
});

const senderDefault = command({
  name: 'sender default',
  sentence: 'Sends from this address what names no sender.',
  takes: { address },
  options: { account },
  async run({ address: chosen, account: accountId }, { open, clock }) {
    await using installation = await open();
    const { domains } = installation.storage;
    const isSet = await domains.setDefaultSender(accountId, chosen, authorNow(clock));
    if (!isSet) return noSender(accountId, chosen);
    return done(`Account ${accountId} sends as ${chosen}.\n`, { default: chosen });
  },
});

const senderRemove = command({
  name: 'sender remove',
  sentence: 'Takes an address from those that an account may send from.',
  takes: { address },
  options: { account },
  async run({ address: removed, account: accountId }, { open, clock }) {
    await using installation = await open();
    const { domains } = installation.storage;
    const isGone = await domains.removeSender(accountId, removed, authorNow(clock));
    if (!isGone) return noSender(accountId, removed);
    return done(`The sender ${removed} is removed.\n`, { removed });
  },
});

function noSender(accountId: number, wanted: string): Outcome {
  return failed(`Account ${accountId} has no sender ${wanted}`);
}

function viewOf({ accountId, address: shown, name, isDefault }: MailSender) {
  return { account: accountId, address: shown, name, default: isDefault };
}

function list(senders: readonly MailSender[]): string {
  return table(
    ['address', 'name', 'account', 'default'],
    senders.map((each) => [
      each.address,
      each.name,
      String(each.accountId),
      each.isDefault ? 'yes' : 'no',
    ]),
  );
}

export const senderCommands = [senderAdd, senderList, senderDefault, senderRemove];
