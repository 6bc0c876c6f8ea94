/** Tells an account's people, by mail and in the audit log, that its balance has fallen below their level. */
import type { AccountStore, LowBalance } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { formatBalance } from '#core/money.ts';
import { htmlLines } from '#core/notice-html.ts';
import type { Language } from '#core/words.ts';
import type { NoticeMailer } from '#mail/sending/notice-mailer.ts';
import { accountLanguage, type LanguagePeople } from '#people/account-language.ts';
import type { LeaderJob } from '#queue/leader-job.ts';

export type AlertPorts = {
  readonly accounts: Pick<AccountStore, 'listLowBalances' | 'noteAlert' | 'forgetAlerts'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly people: LanguagePeople;
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
async function tell(low: LowBalance, { accounts, audit, people, mailer, clock }: AlertPorts) {
  const { id: accountId, currency, email, balance } = low.account;
  const level = must(low.account.alertLevel, 'alert level');
  const reply = await mailer.send({
    ...noticeText(low, await accountLanguage(low.account, people)),
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

type Figures = { readonly name: string; readonly balance: string; readonly level: string };

const words = {
  en: {
    decimal: '.',
    subject: ({ balance }: Figures) => `Your balance is low: ${balance}`,
    lines: ({ name, balance, level }: Figures) => [
      `The balance of ${name} is ${balance}, below your alert level of ${level}.`,
      'When it reaches zero, nothing more is sent. You receive one such email until the balance is back above the level.',
    ],
  },
  fr: {
    decimal: ',',
    subject: ({ balance }: Figures) => `Votre solde est bas : ${balance}`,
    lines: ({ name, balance, level }: Figures) => [
      `Le solde de ${name} est de ${balance}, sous votre seuil d’alerte de ${level}.`,
      'Quand il atteint zéro, plus rien n’est envoyé. Vous recevez un seul e-mail de ce type jusqu’à ce que le solde repasse au-dessus du seuil.',
    ],
  },
} as const;

function noticeText({ account }: LowBalance, language: Language) {
  const { name, balance, alertLevel, currency } = account;
  const { decimal, ...said } = words[language];
  const money = (amount: typeof balance) =>
    `${formatBalance(amount).replace('.', decimal)} ${currency}`;
  const level = money(must(alertLevel, 'alert level'));
  const figures: Figures = { name, balance: money(balance), level };
  const lines = said.lines(figures);
  const subject = said.subject(figures);
  return { subject, text: `${lines.join('\n')}\n`, html: htmlLines(lines) };
}
