/** Caught mails as lists and pages show them: read, searched, and checked for what mailboxes would find wrong. */
import { z } from 'zod';
import { type Order, readPlace } from '#core/id-paging.ts';
import { instantText } from '#core/instant-text.ts';
import { emailIdOf } from '#model/ids.ts';
import { checkMail } from '../checks/check-mail.ts';
import type { DomainStore } from '../domains/domain-store.ts';
import { keyRecordsOf } from '../domains/mail-domain.ts';
import { linksIn } from '../tracking/html-links.ts';
import type { CaughtEntry, CaughtMail, CaughtStore, ReadingPorts } from './caught-mail.ts';
import { imagesOf } from './caught-parts.ts';
import { showHtml } from './shown-html.ts';

/** The catcher keeps no more than a few thousand; a search looks at so many of them. */
const searchedMax = 1_000;
const linksMax = 200;
/** Characters of a text that are shown; the source has all. */
const textMax = 200_000;

const entryView = z.object({
  id: z.int(),
  caughtAt: z.iso.datetime(),
  /** The envelope's; empty for the null reverse-path. */
  sender: z.string(),
  recipients: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  size: z.int(),
});

export const listView = z.object({
  mails: z.array(entryView),
  /** What the next page begins behind; null: there is none. */
  before: z.int().nullable(),
});

export const caughtView = entryView.extend({
  header: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  /** As it came: what is shown is what `html` answers. Empty where there is none. */
  html: z.string(),
  /** Sources outside of the mail that its html would load. */
  remote: z.int(),
  links: z.array(z.string()),
  attachments: z.array(
    z.object({ place: z.int(), name: z.string(), type: z.string(), size: z.int() }),
  ),
  checks: z.array(
    z.object({
      about: z.enum(['signatures', 'alignment', 'one-click', 'size', 'links']),
      verdict: z.enum(['ok', 'wrong', 'none']),
      why: z.object({ en: z.string(), fr: z.string() }),
    }),
  ),
  dialogue: z.string(),
  /** The email it is a copy of, where the account sent it; null: it is nobody's. */
  email: z.int().nullable(),
});

type Wish = {
  readonly before?: number | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly order?: Order | undefined;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly recipient?: string | undefined;
  /** All that was caught, or what one account sent. */
  readonly accountId?: number;
};

export async function listCaught(
  { simulator }: { readonly simulator: Pick<CaughtStore, 'listMails'> },
  { before, from, until, order, limit, search = '', recipient = '', accountId }: Wish,
): Promise<z.input<typeof listView>> {
  const wanted = search.trim().toLowerCase();
  const to = recipient.trim().toLowerCase();
  const isAll = wanted === '' && to === '';
  const listed = await simulator.listMails({
    ...readPlace({ after: before, order }),
    fromMs: from,
    untilMs: until,
    accountId,
    limit: isAll ? limit : searchedMax,
  });
  const fitting = listed.filter(
    (mail) =>
      mail.recipients.some((text) => text.toLowerCase().includes(to)) && holds(mail, wanted),
  );
  const mails = fitting.slice(0, limit);
  const isMore = fitting.length > limit || (isAll && listed.length === limit);
  return { mails: mails.map(viewEntry), before: isMore ? (mails.at(-1)?.id ?? null) : null };
}

function holds({ sender, recipients, from, subject }: CaughtEntry, part: string): boolean {
  return [sender, ...recipients, from, subject].some((text) => text.toLowerCase().includes(part));
}

function viewEntry(mail: CaughtEntry): z.input<typeof entryView> {
  const { id, caughtAtMs, sender, recipients, from, subject, size } = mail;
  const caughtAt = instantText(caughtAtMs);
  return { id, caughtAt, sender, recipients: [...recipients], from, subject, size };
}

export type ShowPorts = ReadingPorts & {
  readonly domains: Pick<DomainStore, 'listSigningDomains'>;
};

export async function viewCaught(
  mail: CaughtMail,
  { caughtReader, domains }: ShowPorts,
): Promise<z.input<typeof caughtView>> {
  const read = await caughtReader.readMail(mail);
  const files = await caughtReader.readFiles(mail);
  const keys = keyRecordsOf(await domains.listSigningDomains());
  return {
    ...viewEntry(mail),
    header: read.header.map(({ name, value }) => ({ name, value })),
    text: read.text.slice(0, textMax),
    html: read.html.slice(0, textMax),
    remote: showHtml(read.html, imagesOf(files)).remote,
    links: linksIn(read.html).slice(0, linksMax),
    attachments: files.map(({ name, type, octets }, place) => ({
      place,
      name,
      type,
      size: octets.length,
    })),
    checks: [...checkMail({ ...mail, ...read }, keys)],
    dialogue: mail.dialogue,
    email: mail.of === null ? null : emailIdOf(mail.of.mailId),
  };
}
