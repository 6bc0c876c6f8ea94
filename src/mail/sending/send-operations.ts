/** `mail preview`, `mail html`, `mail send`: an email, how it looks, and what it would do and cost before it goes. */
import { z } from 'zod';
import type { Account } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import { domainOf, parseEmailAddress } from '#core/email-address.ts';
import { instantText } from '#core/instant-text.ts';
import { formatBalance, formatExact } from '#core/money.ts';
import { type InAccount, operation, Refusal } from '#core/operation.ts';
import { showHtml } from '../catcher/shown-html.ts';
import type { DomainStore } from '../domains/domain-store.ts';
import type { EmailReplyToClient, EmailRequest, EmailSent } from './email-request.ts';
import type { EmailPreview } from './email-sender.ts';
import { costOf } from './judge-email.ts';
import {
  askedShape,
  filesShape,
  keyShape,
  mailSendCodes,
  readAskedEmail,
  refuseEmail,
} from './person-email.ts';
import { unfilledPlaceholders } from './unfilled-placeholders.ts';

type AccountPorts = { readonly accounts: Pick<AccountStore, 'findAccount'> };

export type MailSendPorts = AccountPorts & {
  /** Accepts, charges and commits. */
  readonly sendMail: (request: EmailRequest) => Promise<EmailReplyToClient>;
  readonly audit: Pick<AuditStore, 'note'>;
};

type JudgePorts = AccountPorts & {
  readonly judgeMail: (request: EmailRequest) => Promise<EmailPreview>;
  readonly domains: Pick<DomainStore, 'listDomains'>;
};

const amount = z.string();
const instant = z.iso.datetime().nullable();

const verdictView = z.object({
  sender: z.object({ address: z.string(), name: z.string() }),
  /** Of the sender: a domain that is proved signs; a `foreign` one is signed by the relay. */
  domain: z.enum(['proved', 'not proved', 'proof missing', 'foreign']),
  /** It would be caught on this machine. */
  staysHere: z.boolean(),
  mails: z.int(),
  unitPrice: amount,
  cost: amount,
  currency: z.string(),
  balance: amount,
  isPayable: z.boolean(),
  /** Recipients that the suppression list leaves out. */
  suppressed: z.array(z.string()),
  /** Up to 20 placeholders that would be read as they are written, such as `#NAME#`. */
  unfilled: z.array(z.string()),
  /** Why it would wait for an administrator; null: it would not. */
  heldBecause: z.string().nullable(),
  scheduledAt: instant,
});

type Verdict = z.input<typeof verdictView>;

export const previewMail = operation({
  name: 'mail preview',
  does: 'writes',
  needs: 'send',
  positional: ['to'],
  input: z.strictObject(askedShape),
  output: verdictView,
  refusals: mailSendCodes,
  async run(ports: JudgePorts, email, caller) {
    const account = await mailAccountOf(caller, ports);
    const request = readAskedEmail(email, account, caller);
    if (request instanceof Refusal) return request;
    const judged = await ports.judgeMail(request);
    return judged.ok ? viewVerdict(judged, ports) : refuseEmail(judged.refusal, account);
  },
});

async function viewVerdict(
  { judgement, staysHere }: Extract<EmailPreview, { ok: true }>,
  { domains }: JudgePorts,
): Promise<Verdict> {
  const { request, from, going, price, suppressed, heldBecause } = judgement;
  const { account, key } = request.caller;
  const purse = key.mode === 'test' ? account.testBalance : account.balance;
  const cost = costOf(judgement);
  return {
    sender: { address: from.address, name: from.name ?? '' },
    domain: await standingOf(from.address, account.id, domains),
    staysHere,
    mails: going.length,
    unitPrice: formatExact(price),
    cost: formatExact(cost),
    currency: account.currency,
    balance: formatBalance(purse),
    isPayable: cost <= purse,
    suppressed: [...suppressed],
    unfilled: [...unfilledPlaceholders(judgement)],
    heldBecause: heldBecause ?? null,
    scheduledAt: viewInstant(request.scheduledAtMs),
  };
}

async function standingOf(sender: string, accountId: number, domains: JudgePorts['domains']) {
  const address = parseEmailAddress(sender);
  const name = address === undefined ? undefined : domainOf(address);
  const domain = (await domains.listDomains(accountId)).find((each) => each.name === name);
  if (domain === undefined) return 'foreign';
  if (domain.verifiedAtMs !== null) return 'proved';
  return domain.proofMissingAtMs === null ? 'not proved' : 'proof missing';
}

function viewInstant(atMs: number | null | undefined): string | null {
  return typeof atMs === 'number' ? instantText(atMs) : null;
}

export const showDraft = operation({
  name: 'mail html',
  does: 'writes',
  needs: 'send',
  input: z.strictObject({ html: askedShape.html }),
  output: z.object({
    html: z.string(),
    /** Sources outside of the mail that are left out of it. */
    remote: z.int(),
  }),
  run: async (_: object, { html }) => showHtml(html, new Map()),
});

export const sentView = z.object({
  email: z.int(),
  mails: z.int(),
  cost: amount,
  /** All of it is caught on this machine, and costs nothing, though it is live mail. */
  caught: z.boolean(),
  currency: z.string(),
  scheduledAt: instant,
  held: z.boolean(),
  /** Addresses that were left out because they want nothing, or take nothing. */
  suppressed: z.array(z.string()),
});

export const sendMail = operation({
  name: 'mail send',
  does: 'writes',
  needs: 'send',
  changes: ['mail list', 'mail total', 'balance show'],
  positional: ['to'],
  input: z.strictObject({ ...askedShape, ...filesShape, ...keyShape }),
  output: sentView,
  refusals: mailSendCodes,
  async run(ports: MailSendPorts, email, caller) {
    const account = await mailAccountOf(caller, ports);
    const request = readAskedEmail(email, account, caller);
    if (request instanceof Refusal) return request;
    const reply = await ports.sendMail(request);
    if (!reply.ok) return refuseEmail(reply.refusal, account);
    const { emailId, mails } = reply.sent;
    const details = { mails, mode: email.test ? 'test' : 'live' };
    const noted = { action: 'email.send', target: String(emailId), details };
    await ports.audit.note(caller, { ...noted, accountId: account.id });
    return viewSent(reply.sent);
  },
});

export function viewSent({
  emailId,
  cost,
  scheduledAtMs,
  suppressed,
  ...sent
}: EmailSent): z.input<typeof sentView> {
  return {
    ...sent,
    email: emailId,
    cost: formatExact(cost),
    scheduledAt: viewInstant(scheduledAtMs),
    suppressed: [...suppressed],
  };
}

export async function mailAccountOf(
  { accountId }: InAccount,
  { accounts }: AccountPorts,
): Promise<Account> {
  return must(await accounts.findAccount(accountId), 'account');
}
