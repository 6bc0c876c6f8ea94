/** Mails an account's owners that one of its keys was used from a network that is new to it: perhaps it was stolen. */
import type { AccountStore, NewNetworks } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { NoticeMailer } from '#mail/sending/notice-mailer.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { User } from '#people/user.ts';
import { writeUserMail } from '#people/user-mail.ts';
import type { LeaderJob } from '#queue/leader-job.ts';

export type NetworkNoticePorts = {
  readonly accounts: Pick<AccountStore, 'listNewNetworks' | 'noteToldNetworks'>;
  readonly people: Pick<PeopleStore, 'findUser' | 'listMembers'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly mailer: Pick<NoticeMailer, 'send'>;
  readonly clock: Clock;
};

const everyMs = 30_000;
/** Keys in one round; the others come in the next one. */
const atOnce = 100;
/** A key is told of once an hour at most: what comes in between shares a mail. */
const quietMs = 3_600_000;
const ownersMax = 20;

export function networkNotices(ports: NetworkNoticePorts): LeaderJob {
  return { name: 'notices of networks', everyMs, work: () => notifyNewNetworks(ports) };
}

export async function notifyNewNetworks(ports: NetworkNoticePorts): Promise<void> {
  const { accounts, clock } = ports;
  const toldBeforeMs = clock.nowMs() - quietMs;
  for (const found of await accounts.listNewNetworks(toldBeforeMs, atOnce))
    await tell(found, ports);
}

/** The mails first: however often this is cut short, each owner gets one for each first network. */
async function tell(found: NewNetworks, ports: NetworkNoticePorts): Promise<void> {
  const { accounts, audit, clock } = ports;
  const { key, account, networks } = found;
  const readers = await readersOf(account, ports);
  let mailed = 0;
  for (const reader of readers) mailed += (await mail(reader, found, ports)) ? 1 : 0;
  const atMs = clock.nowMs();
  await accounts.noteToldNetworks(key.id, networks, atMs);
  const details = { networks, mailed };
  const record = { action: 'key.new-network', target: key.prefix, accountId: account.id, details };
  await audit.note({ actor: 'system', atMs }, record);
}

type Reader = Pick<User, 'email' | 'language'>;

/** Its owners who may sign in; where it has none, the account's own address. */
async function readersOf(
  { id, email }: NewNetworks['account'],
  { people }: NetworkNoticePorts,
): Promise<readonly Reader[]> {
  const owners = (await people.listMembers(id, 1_000))
    .filter(({ role, state }) => role === 'owner' && state === 'active')
    .slice(0, ownersMax);
  const users = await Promise.all(owners.map(({ userId }) => people.findUser(userId)));
  const found = users.filter((user) => user !== undefined);
  return found.length > 0 || email === '' ? found : [{ email, language: null }];
}

async function mail(
  { email, language }: Reader,
  { key, account, networks }: NewNetworks,
  { mailer }: NetworkNoticePorts,
): Promise<boolean> {
  const name = key.label === '' ? `${key.prefix}…` : `${key.prefix}… (${key.label})`;
  const news = { what: 'key used elsewhere', key: name, account: account.name, networks } as const;
  const { subject, text, html } = writeUserMail(news, language ?? 'en');
  const reply = await mailer.send({
    subject,
    text,
    html,
    dedupKey: `key-network:${key.id}:${networks[0]}:${email}`,
    accountId: account.id,
    currency: account.currency,
    to: { address: email, name: '' },
    attachments: [],
    isTest: false,
  });
  return reply.ok;
}
