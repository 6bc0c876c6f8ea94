/** Sends and previews emails by the same functions as the interface. */

import { mailFields } from '#api/commands/mail/mail-fields.ts';
import { mailRefusal } from '#api/commands/mail/mail-refusal.ts';
import { readEmail } from '#api/commands/mail/send-mail.ts';
import type { UrlPorts } from '#api/commands/send-options.ts';
import { preferredLanguage } from '#api/language.ts';
import type { Values } from '#api/parameters/value.ts';
import { type Refusal, sentence } from '#api/reply.ts';
import { domainOf, parseEmailAddress } from '#core/email-address.ts';
import { formatBalance, formatExact } from '#core/money.ts';
import { showHtml } from '#mail/catcher/shown-html.ts';
import type { DomainStore } from '#mail/domains/domain-store.ts';
import type { EmailReplyToClient, EmailRequest } from '#mail/sending/email-request.ts';
import type { EmailPreview } from '#mail/sending/email-sender.ts';
import { costOf } from '#mail/sending/judge-email.ts';
import { unfilledPlaceholders } from '#mail/sending/unfilled-placeholders.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, callOf } from '../caller.ts';
import type { Body, Reply } from '../definition.ts';
import { type DashboardCall, give, type Handler, handle } from '../handler.ts';
import * as definitions from './definitions.ts';
import { frameReply } from './mail-frame.ts';
import { resend, type SentEmails } from './resend.ts';
import { sentToJson } from './sent-json.ts';

export type MailSendingPorts = CallerPorts &
  UrlPorts & {
    readonly sendMail: (request: EmailRequest) => Promise<EmailReplyToClient>;
    readonly previewMail: (request: EmailRequest) => Promise<EmailPreview>;
    readonly domains: Pick<DomainStore, 'listDomains'>;
    readonly emails: SentEmails;
  };

export function mailSendingHandlers(ports: MailSendingPorts): readonly Handler[] {
  return [
    preview(ports),
    send(ports),
    resend(ports),
    handle(definitions.showMailFrame, () => ({ ok: true, raw: frameReply })),
  ];
}

type Asking = Pick<DashboardCall<typeof definitions.previewEmail>, 'accountId' | 'who' | 'request'>;
type Written = Body<typeof definitions.previewEmail> & Partial<Body<typeof definitions.sendEmail>>;
type Asked = {
  readonly ok: true;
  readonly email: EmailRequest;
  readonly call: Awaited<ReturnType<typeof callOf>>;
};

async function read(
  asking: Asking,
  body: Written,
  ports: MailSendingPorts,
): Promise<Asked | Refusal> {
  const { mode, idempotencyKey, ...given } = body;
  const wish = { mode, values: definedOf(given), base: 'email', idempotencyKey } as const;
  const call = await callOf(asking, wish, ports);
  const fields = mailFields(call);
  const email = readEmail(fields, call, ports);
  return fields.refusal ?? { ok: true, email, call };
}

function definedOf(value: object): Values {
  return JSON.parse(JSON.stringify(value)) as Values;
}

function preview(ports: MailSendingPorts): Handler {
  return handle(definitions.previewEmail, async (asking) => {
    const shown = showHtml(asking.body.htmlContent, new Map());
    const tell = (refusal: Refusal) => give({ ...shown, ...problemsOf(refusal, asking) });
    const asked = await read(asking, asking.body, ports);
    if (!asked.ok) return tell(asked);
    const judged = await ports.previewMail(asked.email);
    if (!judged.ok) return tell(mailRefusal(judged.refusal, asked.call));
    return give({ ...shown, problems: [], verdict: await verdictOf(judged, asking, ports) });
  });
}

function problemsOf({ problems }: Refusal, { request }: Asking) {
  const language = preferredLanguage(request.headers['accept-language']);
  const told = problems.map((problem) => ({
    word: problem.word,
    field: problem.field ?? '',
    message: sentence(problem, language),
  }));
  return { problems: told, verdict: null };
}

type Verdict = NonNullable<Reply<typeof definitions.previewEmail>['verdict']>;

async function verdictOf(
  { judgement, staysHere }: Extract<EmailPreview, { ok: true }>,
  { accountId }: Asking,
  ports: MailSendingPorts,
): Promise<Verdict> {
  const { request, from, going, price, suppressed, heldBecause } = judgement;
  const { account, key } = request.caller;
  const purse = key.mode === 'test' ? account.testBalance : account.balance;
  const cost = costOf(judgement);
  return {
    sender: { address: from.address, name: from.name ?? '' },
    domain: await standingOf(from.address, accountId, ports),
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
    scheduledAt: request.scheduledAtMs ?? null,
  };
}

async function standingOf(
  sender: string,
  accountId: number,
  { domains }: MailSendingPorts,
): Promise<Verdict['domain']> {
  const address = parseEmailAddress(sender);
  const name = address === undefined ? undefined : domainOf(address);
  const domain = (await domains.listDomains(accountId)).find((each) => each.name === name);
  if (domain === undefined) return 'foreign';
  if (domain.verifiedAtMs !== null) return 'proved';
  return domain.proofMissingAtMs === null ? 'not proved' : 'proof missing';
}

function send(ports: MailSendingPorts): Handler {
  return handle(definitions.sendEmail, async (asking) => {
    const asked = await read(asking, asking.body, ports);
    if (!asked.ok) return asked;
    const reply = await ports.sendMail(asked.email);
    if (!reply.ok) return mailRefusal(reply.refusal, asked.call);
    const { emailId, mails } = reply.sent;
    const details = { mails, mode: asking.body.mode };
    await ports.audit.note(authorOf(asking, ports.clock), {
      action: 'email.send',
      target: String(emailId),
      details,
      accountId: asking.accountId,
    });
    return give(sentToJson(reply.sent));
  });
}
