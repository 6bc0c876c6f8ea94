/** Sending emails over a real storage, with a held clock and a note of what is handed over. */

import type { Account } from '#accounts/account.ts';
import { unbounded } from '#accounts/api-key.ts';
import type { Limit } from '#accounts/limits/rules.ts';
import type { Clock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { OwedMail } from '#mail/delivery/delivery-store.ts';
import { catcherOwner, mailLane } from '#mail/delivery/mail-lane.ts';
import { MailRecorder } from '#mail/mail-recorder.ts';
import type { EmailRequest } from '#mail/sending/email-request.ts';
import { EmailSender, type EmailSenderPorts } from '#mail/sending/email-sender.ts';
import { MailCanceller } from '#mail/sending/mail-canceller.ts';
import { MailReputation } from '#mail/sending/mail-reputation.ts';
import { suppressedForm } from '#mail/suppression/suppression.ts';
import type { KeyMode } from '#model/key-mode.ts';
import { IdSource } from '#queue/id-source.ts';
import type { Owed } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Storage } from '#storage/storage.ts';
import { MailEvents } from '#webhooks/mail-events.ts';
import { HeldClock } from './held-clock.ts';
import { openLimiter } from './limiter.ts';
import { money } from './records.ts';
import { openTemporaryStorage } from './temporary-storage.ts';

export type SendingWorldOptions = {
  readonly balance?: number;
  /** Null: nobody has said it. */
  readonly price?: number | null;
  readonly mailsADay?: Limit;
};

export async function openSendingWorld(options: SendingWorldOptions = {}) {
  const { balance = 1_000_000, price = 1_000, mailsADay } = options;
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const clock = new HeldClock();
  const account = await openAccount(storage, clock, balance);
  const offered: Owed<OwedMail>[] = [];
  const told: OwedEvent[] = [];
  const endpoints: number[] = [];
  const ids = async (name: 'email' | 'job' | 'event') =>
    IdSource.open(10_000, (count) => storage.ids.reserveIds(name, count));
  const [emailIds, jobIds, eventIds] = [await ids('email'), await ids('job'), await ids('event')];
  const recorder = new MailRecorder({
    emails: storage.emails,
    suppressions: storage.suppressions,
    webhooks: storage.webhooks,
    eventIds,
    eventsStored: (events) => void told.push(...events),
    commitsInOrder: true,
  });
  const events = new MailEvents({
    endpoints: { find: () => [] },
    nextJobId: () => jobIds.take() ?? 0,
  });
  const reputation = new MailReputation({ store: storage.emails, clock, log: openLog('silent') });
  const sender = new EmailSender({
    store: storage.emails,
    recorder,
    replies: storage.messages,
    events,
    emailIds,
    jobIds,
    clock,
    chooseSender,
    suppressed: suppressedIn(storage, clock),
    priceOf: () => (price === null ? undefined : money(price)),
    staysHere: ({ address }) => address.endsWith('@parley.test'),
    takeMails: takeMailsOf(account, mailsADay),
    heldBecause: (accountId) => reputation.heldBecause(accountId),
    laneOf: ({ urgency, accountId }) => mailLane(catcherOwner, { urgency, accountId }),
    endpointFor: async () => endpoints[0],
    offer: (mails) => void offered.push(...mails),
  });
  const canceller = new MailCanceller({
    store: storage.emails,
    recorder,
    events,
    recall: (mails) => ({ mails, end: () => undefined }),
    clock,
  });
  const opened = stack.move();
  return {
    storage,
    clock,
    account,
    offered,
    told,
    endpoints,
    recorder,
    reputation,
    sender,
    canceller,
    send: (changes: Partial<EmailRequest> = {}) => sender.send(aRequest(account, changes)),
    statesOf: async (emailId: number) =>
      (await storage.emails.mailsOf(account.id, emailId)).map(({ state }) => state),
    balanceOf: async () => (await storage.accounts.findAccount(account.id))?.balance,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function openAccount(storage: Storage, clock: Clock, balance: number): Promise<Account> {
  return storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(balance),
      testBalance: money(balance),
      createdAtMs: clock.nowMs(),
    },
    'test',
  );
}

/** One domain is verified; caught mails may have any sender. */
const chooseSender: EmailSenderPorts['chooseSender'] = async ({ from, isCaught }) => {
  if (from === undefined) return { ok: false, refusal: { why: 'mail sender is missing' } };
  if (isCaught || from.address.endsWith('@verified.example')) return { ok: true, from };
  const refusal = { why: 'mail sender is not verified', sender: from.address } as const;
  return { ok: false, refusal };
};

function suppressedIn(storage: Storage, clock: Clock): EmailSenderPorts['suppressed'] {
  return async (accountId, stream, addresses) => {
    const asked = [{ accountId, addresses: addresses.map(suppressedForm) }];
    const found = await storage.suppressions.findSuppressed(asked, clock.nowMs());
    const stopped = new Set(
      found.flatMap((one) => (one.stream === '' || one.stream === stream ? [one.address] : [])),
    );
    return new Set(addresses.filter((address) => stopped.has(suppressedForm(address))));
  };
}

function takeMailsOf(
  { id: accountId }: Account,
  mailsADay: Limit | undefined,
): EmailSenderPorts['takeMails'] {
  const exceptions =
    mailsADay === undefined
      ? []
      : [{ accountId, keyId: 0, rule: 'mail-day', limit: mailsADay } as const];
  const { policyOf, limiter } = openLimiter(exceptions);
  return (count) => limiter.takeMails({ ...count, policy: policyOf(accountId) });
}

export function aRequest(account: Account, changes: Partial<EmailRequest> = {}): EmailRequest {
  return {
    caller: callerOf(account, 'live'),
    from: { address: 'shop@verified.example', name: 'Shop' },
    replyTo: undefined,
    recipients: recipientsOf(1),
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: undefined,
    attachments: [],
    headers: [],
    variables: {},
    metadata: null,
    tag: '',
    stream: null,
    trackOpens: false,
    trackClicks: false,
    sandbox: false,
    validityMs: undefined,
    scheduledAtMs: undefined,
    reportUrl: undefined,
    idempotency: undefined,
    requestId: 'r1',
    ...changes,
  };
}

export function callerOf(account: Account, mode: KeyMode): EmailRequest['caller'] {
  const key = { id: 1, accountId: account.id, bases: ['email'], mode } as const;
  return {
    account,
    key: { ...unbounded, ...key, prefix: '', label: '', createdAtMs: 0, revokedAtMs: null },
  };
}

export function recipientsOf(count: number): EmailRequest['recipients'] {
  return Array.from({ length: count }, (_, n) => ({
    address: `person-${n}@example.net`,
    name: '',
    variables: null,
  }));
}
