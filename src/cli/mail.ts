/** `parley mail …`: emails that were accepted, and what became of their mails. */
import { formatExact } from '#core/money.ts';
import { wholeNumber } from '#core/value-kind.ts';
import type { AttemptStep } from '#mail/delivery/delivery-store.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import type { Installation } from './installation.ts';
import { reasonsOf } from './mail-reason.ts';
import { maybe, needed } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

const email = needed(id, 'EMAIL', 'The id of the email, which its sender was told as messageId.');
const account = maybe(id, 'ACCOUNT', 'Of this account alone.');
const listedMax = 100;
const attemptsMax = 200;

const mailList = command({
  name: 'mail list',
  sentence: 'Lists emails, the newest first.',
  takes: {},
  options: {
    account,
    before: maybe(id, 'EMAIL', 'Those before this one.'),
    limit: maybe(wholeNumber(1, 1_000), 'NUMBER', `How many at most. Default: ${listedMax}.`),
  },
  async run({ account: accountId, before, limit }, { open }) {
    await using installation = await open();
    const { emails } = installation.storage;
    const found = await emails.listEmails({
      accountId,
      beforeId: before ?? Number.MAX_SAFE_INTEGER,
      limit: limit ?? listedMax,
    });
    const text = table(
      ['email', 'account', 'accepted', 'leaves', 'from', 'subject', 'mails', 'kind'],
      found.map((one) => [
        String(one.id),
        String(one.accountId),
        formatTime(one.acceptedAtMs),
        one.scheduledAtMs === null ? 'at once' : formatTime(one.scheduledAtMs),
        one.sender,
        oneLine(one.subject),
        String(one.mails),
        kindOf(one),
      ]),
    );
    return done(text, {
      emails: found.map((one) => ({
        email: one.id,
        account: one.accountId,
        accepted: formatTime(one.acceptedAtMs),
        scheduled: one.scheduledAtMs === null ? null : formatTime(one.scheduledAtMs),
        from: one.sender,
        subject: one.subject,
        mails: one.mails,
        tag: one.tag,
        kind: kindOf(one),
      })),
    });
  },
});

const mailShow = command({
  name: 'mail show',
  sentence: 'Shows an email, its mails and what became of each.',
  takes: { email },
  options: { mail: maybe(id, 'MAIL', 'Tells the story of this one of its mails.') },
  async run({ email: emailId, mail: mailId }, { open }) {
    await using installation = await open();
    const { emails } = installation.storage;
    const found = await emails.findEmail(emailId);
    if (found === undefined) return failed(`There is no email ${emailId}`);
    const mails = await emails.mailsOf(found.accountId, emailId);
    if (mailId !== undefined) {
      return mails.some((one) => one.mailId === mailId)
        ? await describeStory(mailId, installation)
        : failed(`Email ${emailId} has no mail ${mailId}`);
    }
    const content = await emails.findContent(found.contentHash);
    const reasons = await reasonsOf(mails, installation);
    const head = [
      ['account', String(found.accountId)],
      ['from', found.from.address],
      ['subject', oneLine(content?.subject ?? '')],
      ['accepted', formatTime(found.acceptedAtMs)],
      ...(found.scheduledAtMs === null ? [] : [['leaves', formatTime(found.scheduledAtMs)]]),
      ['given up', formatTime(found.validUntilMs)],
      ...(found.tag === '' ? [] : [['tag', found.tag]]),
      ...(content?.attachments.map(({ filename }) => ['attached', filename]) ?? []),
    ];
    const text = table(
      ['mail', 'to', 'state', 'why', 'since', 'cost'],
      mails.map((one) => [
        String(one.mailId),
        one.address,
        one.state,
        reasons.get(one.mailId) ?? (one.class === '' ? '-' : one.class),
        formatTime(one.changedAtMs),
        formatExact(one.cost),
      ]),
    );
    return done(`${table(['', ''], head).trimStart()}\n${text}`, {
      email: emailId,
      account: found.accountId,
      from: found.from.address,
      subject: content?.subject ?? '',
      accepted: formatTime(found.acceptedAtMs),
      mails: mails.map((one) => ({
        mail: one.mailId,
        to: one.address,
        state: one.state,
        class: one.class,
        since: formatTime(one.changedAtMs),
        cost: formatExact(one.cost),
      })),
    });
  },
});

async function describeStory(mailId: number, { storage }: Installation) {
  const facts = await storage.emails.factsOf(mailId);
  const attempts = (await storage.mailDelivery.attemptsOf(mailId, attemptsMax)).map(
    ({ atMs, steps, ...attempt }) => ({
      ...attempt,
      at: formatTime(atMs),
      steps: JSON.parse(steps) as AttemptStep[],
    }),
  );
  const story = table(
    ['at', 'what', 'more'],
    facts.map(({ atMs, kind, detail }) => [formatTime(atMs), kind, detail ?? '']),
  );
  const talks = table(
    ['tried at', 'host', 'outcome', 'said', 'steps'],
    attempts.map(({ at, host, outcome, code, enhanced, text, steps }) => [
      at,
      host,
      outcome,
      oneLine(`${code} ${enhanced} ${text}`),
      steps.map(({ stage, ms }) => `${stage} ${ms} ms`).join(', '),
    ]),
  );
  return done(attempts.length === 0 ? story : `${story}\n${talks}`, {
    mail: mailId,
    attempts,
    facts: facts.map(({ atMs, kind, detail }) => ({
      at: formatTime(atMs),
      kind,
      detail: detail === null ? null : (JSON.parse(detail) as object),
    })),
  });
}

const mailCancel = command({
  name: 'mail cancel',
  sentence: 'Takes back what of an email has not left yet, and gives its money back.',
  takes: { email },
  options: {},
  async run({ email: emailId }, { clock, open }) {
    await using installation = await open();
    const { emails } = installation.storage;
    const found = await emails.findEmail(emailId);
    if (found === undefined) return failed(`There is no email ${emailId}`);
    const nowMs = clock.nowMs();
    // What is due is with a server, or about to be.
    const wish = { accountId: found.accountId, emailId, leavesAfterMs: nowMs + 1 };
    const mailIds = (await emails.findCancellable(wish)).map(({ mailId }) => mailId);
    const isDone =
      mailIds.length > 0 && (await emails.cancelEmail({ ...wish, nowMs, mailIds, events: [] }));
    if (!isDone) return failed(`Nothing of email ${emailId} waits for later`);
    const { accountId } = found;
    const noted = { action: 'mail.cancel', target: String(emailId), accountId };
    const details = { mails: mailIds.length };
    await installation.storage.audit.note(authorNow(clock), { ...noted, details });
    return done(`${mailIds.length} mails of email ${emailId} are cancelled.\n`, {
      email: emailId,
      mails: mailIds.length,
    });
  },
});

function kindOf({ test, sandbox }: { readonly test: boolean; readonly sandbox: boolean }): string {
  if (test) return 'test';
  return sandbox ? 'sandbox' : 'live';
}

function oneLine(subject: string): string {
  return subject.length > 40 ? `${subject.slice(0, 39)}…` : subject;
}

export const mailCommands = [mailList, mailShow, mailCancel];
