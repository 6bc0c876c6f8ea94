/** Tells an account's people, by mail and in the audit trail, that its balance has fallen below their level. */
import type { AccountStore, LowBalance } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { formatBalance } from '#core/money.ts';
import { htmlLines } from '#core/notice-html.ts';
import type { NoticeMailer } from '#mail/sending/notice-mailer.ts';
import type { LeaderJob } from '#queue/leader-job.ts';

export type AlertPorts = {
  readonly accounts: Pick<AccountStore, 'listLowBalances' | 'noteAlert' | 'forgetAlerts'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly mailer: Pick<NoticeMailer, 'send'>;
  readonly clock: Clock;
};

const everyMs = 30_000;
/** In one round; the others come in the next one. */
const atOnce = 100;

export function balanceAlerts(ports: AlertPorts): LeaderJob {
  return { name: 'alerts of balances', everyMs, work: () => alertLowBalances(ports) };
}

export async function alertLowBalances(ports: AlertPorts): Promise<void> {
  await ports.accounts.forgetAlerts();
  for (const low of await ports.accounts.listLowBalances(atOnce)) await tell(low, ports);
}

/** The mail first: however often this is cut short, it is one for each fall. */
async function tell(low: LowBalance, { accounts, audit, mailer, clock }: AlertPorts) {
  const { id: accountId, currency, email, balance } = low.account;
  const level = must(low.account.alertLevel, 'alert level');
  const reply = await mailer.send({
    ...noticeText(low),
    dedupKey: `balance:${accountId}:${low.alerts}`,
    accountId,
    currency,
    to: { address: email, name: '' },
    attachments: [],
    isTest: false,
  });
  const atMs = clock.nowMs();
  await accounts.noteAlert(accountId, atMs);
  const details = { balance, level, mail: reply.ok ? 'taken' : reply.why };
  const record = { action: 'account.balance-low', target: `${accountId}`, accountId, details };
  await audit.note({ actor: 'system', atMs }, record);
}

function noticeText({ account: { name, balance, alertLevel, currency } }: LowBalance) {
  const money = (amount: typeof balance) => `${formatBalance(amount)} ${currency}`;
  const lines = [
    `The balance of ${name} is ${money(balance)}, below your alert level of ${money(must(alertLevel, 'alert level'))}.`,
    'At zero nothing more is sent. This is said once, until the balance has been back.',
  ];
  const subject = `Your balance is low: ${money(balance)}`;
  return { subject, text: `${lines.join('\n')}\n`, html: htmlLines(lines) };
}
