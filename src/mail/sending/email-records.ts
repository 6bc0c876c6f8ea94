/** `mail list`, `total`, `export`: the emails of an account, with what became of their copies. */
import { z } from 'zod';
import { must } from '#core/assert.ts';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { orders, pagesOf, readPlace } from '#core/id-paging.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { formatExact } from '#core/money.ts';
import { type InAccount, operation } from '#core/operation.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { emailIdOf } from '#model/ids.ts';
import { keyModes } from '#model/key-mode.ts';
import { mailFactKinds } from '#model/mail-state.ts';
import type { MailStatus } from '../email.ts';
import { costOfMail } from '../mail-cost.ts';
import type {
  EmailRecord,
  EmailRecordFilter,
  EmailRecordQuery,
  EmailStore,
} from './email-store.ts';
import { emailKinds, kindOfEmail } from './email-view.ts';

type RecordPorts = {
  readonly emails: Pick<EmailStore, 'listEmailRecords' | 'totalEmails' | 'mailsOfEmails'>;
};

const state = z.enum(mailFactKinds);

const filterShape = {
  /** One of its recipients, or how it begins, in any case; so are the sender and the tag. */
  to: lineInput(0, 400).optional(),
  sender: lineInput(0, 400).optional(),
  tag: lineInput(0, 200).optional(),
  /** One of its copies stands there. */
  state: state.optional(),
  /** One of its copies stands there for this class of reply: `mailbox-unknown`. */
  reason: lineInput(0, 60).optional(),
  mode: z.enum(keyModes).optional(),
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};
const filter = z.strictObject(filterShape);
const ordered = filter.extend({ order: z.enum(orders).default('newest') });

async function readFilter(
  { emails }: RecordPorts,
  { to, sender, tag, reason, mode, state: standing, ...time }: z.output<typeof filter>,
  { accountId, role }: InAccount,
): Promise<EmailRecordFilter> {
  const written = to || undefined;
  const isWhole = written !== undefined && (await isKnown(emails, accountId, written));
  // Letter by letter an address could be found out by a role that may not read it.
  const mayBegin = mayDo(role, 'read contents');
  const isExact = isWhole || !mayBegin;
  const begins = {
    to: isExact ? undefined : written,
    sender: sender || undefined,
    tag: tag || undefined,
  };
  const hasBegins = Object.values(begins).some((one) => one !== undefined);
  return {
    accountId,
    fromMs: time.from,
    untilMs: time.until,
    state: standing,
    reason: reason || undefined,
    test: mode === undefined ? undefined : mode === 'test',
    to: isExact ? written : undefined,
    begins: hasBegins ? begins : undefined,
  };
}

/** Something went to this address, which an index finds. */
async function isKnown(emails: RecordPorts['emails'], accountId: number, to: string) {
  const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 };
  return (await emails.listEmailRecords({ accountId, to, ...newest })).emails.length > 0;
}

const instant = z.iso.datetime();

const listed = z.object({
  email: z.int(),
  acceptedAt: instant,
  scheduledAt: instant.nullable(),
  sender: z.string(),
  subject: z.string(),
  /** The first of its recipients. */
  to: z.string(),
  mails: z.int(),
  tag: z.string(),
  kind: z.enum(emailKinds),
  /** `reason`: why one of them stands there; empty: none has a reason. */
  states: z.array(z.object({ state, mails: z.int(), reason: z.string() })),
});

export const listEmails = operation({
  name: 'mail list',
  does: 'reads',
  needs: 'read facts',
  input: ordered.extend({
    after: idInput.optional(),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  output: z.object({
    emails: z.array(listed),
    /** A page with filters looks at 2,000 emails at the most: where to look on; null: nowhere. */
    after: z.int().nullable(),
  }),
  async run(ports: RecordPorts, { order, after, limit, ...asked }, caller) {
    const wish = { ...(await readFilter(ports, asked, caller)), ...readPlace({ order, after }) };
    const { emails, nextId } = await ports.emails.listEmailRecords({ ...wish, limit });
    return { emails: emails.map((email) => view(email, caller.role)), after: nextId ?? null };
  },
});

function view(email: EmailRecord, role: Role): z.input<typeof listed> {
  const { id, acceptedAtMs, scheduledAtMs, sender, mails, tag, states } = email;
  const mayRead = mayDo(role, 'read contents');
  return {
    email: id,
    acceptedAt: exactInstantText(acceptedAtMs),
    scheduledAt: scheduledAtMs === null ? null : exactInstantText(scheduledAtMs),
    sender,
    subject: mayRead ? email.subject : '',
    to: mayRead ? email.to : maskAddress(email.to),
    mails,
    tag,
    kind: kindOfEmail(email),
    states: states.map((one) => ({ ...one })),
  };
}

export const totalEmails = operation({
  name: 'mail total',
  does: 'reads',
  needs: 'read facts',
  input: filter,
  output: z.object({
    emails: z.int(),
    mails: z.int(),
    /** It is of the newest so many alone, as there are more; null: of all. */
    of: z.int().nullable(),
  }),
  async run(ports: RecordPorts, asked, caller) {
    const { of, ...total } = await ports.emails.totalEmails(await readFilter(ports, asked, caller));
    return { ...total, of: of ?? null };
  },
});

export const exportEmails = operation({
  name: 'mail export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: ordered,
  output: tableAnswer,
  async run(ports: RecordPorts, { order, ...asked }, caller) {
    const query = { ...(await readFilter(ports, asked, caller)), ...readPlace({ order }) };
    const pieces = tableOf({ ...query, limit: emailsOfPage }, ports);
    return new TableAnswer(`emails-${caller.accountId}`, pieces);
  },
});

/** Each has 512 copies at the most. */
const emailsOfPage = 100;

const heading = 'id,accepted,scheduled,from,to,subject,state,why,since,cost,tag,kind';

async function* tableOf(query: EmailRecordQuery, { emails: store }: RecordPorts) {
  yield formatTable([heading.split(',')]);
  for await (const page of pagesOf(query, (wish) => store.listEmailRecords(wish))) {
    const emails = new Map(page.emails.map((email) => [email.id, email]));
    const mails = await store.mailsOfEmails(query.accountId, [...emails.keys()]);
    const rows = mails.filter((mail) => fits(mail, query)).map((mail) => rowOf(emails, mail));
    yield formatTable(query.afterId === undefined ? rows : rows.toReversed());
  }
}

/** Of an email that fits, the copies for which it does. */
function fits(
  { address, state: stands, class: why }: MailStatus,
  { to, begins, state: wanted, reason = why }: EmailRecordFilter,
): boolean {
  const written = address.toLowerCase();
  if (to !== undefined && written !== to.toLowerCase()) return false;
  if (begins?.to !== undefined && !written.startsWith(begins.to.toLowerCase())) return false;
  return (wanted === undefined || stands === wanted) && why === reason;
}

function rowOf(emails: ReadonlyMap<number, EmailRecord>, mail: MailStatus): readonly string[] {
  const email = must(emails.get(emailIdOf(mail.mailId)), 'email of the page');
  return [
    String(email.id),
    exactInstantText(email.acceptedAtMs),
    email.scheduledAtMs === null ? '' : exactInstantText(email.scheduledAtMs),
    email.sender,
    mail.address,
    email.subject,
    mail.state,
    mail.class,
    exactInstantText(mail.changedAtMs),
    formatExact(costOfMail(mail)),
    email.tag,
    kindOfEmail(email),
  ];
}
