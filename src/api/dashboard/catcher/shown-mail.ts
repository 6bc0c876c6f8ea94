/** A caught mail as a page shows it: read, checked, its html for a frame, its octets and files to save. */

import { downloadHeaders, safeType } from '#api/dashboard/download.ts';
import type { HttpReply } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { checkMail } from '#mail/checks/check-mail.ts';
import { keyRecordsOf } from '#mail/domains/mail-domain.ts';
import { linksIn } from '#mail/tracking/html-links.ts';
import { emailIdOf } from '#model/ids.ts';
import type { Query, Reply } from '../definition.ts';
import { pageMax } from '../schemas.ts';
import type { findCaughtMail, listCaughtMails } from './definitions.ts';
import type { CatcherPorts, CaughtFile, CaughtMail } from './ports.ts';
import { showHtml } from './shown-html.ts';

/** The catcher keeps no more than a few thousand; a search looks at so many of them. */
const searchedMax = 1_000;
const linksMax = 200;
/** Characters of a text that are shown; the source has all. */
const textMax = 200_000;

/** All that was caught, or what one account sent. */
export async function listCaught(
  { caughtMails }: CatcherPorts,
  { after = Number.MAX_SAFE_INTEGER, limit = pageMax, search = '' }: Query<typeof listCaughtMails>,
  accountId?: number,
): Promise<Reply<typeof listCaughtMails>> {
  const wanted = search.trim().toLowerCase();
  const listed = await caughtMails.listMails(after, wanted === '' ? limit : searchedMax, accountId);
  const fitting = listed.filter(({ from, subject, recipients }) =>
    [from, subject, ...recipients].some((text) => text.toLowerCase().includes(wanted)),
  );
  const mails = fitting.slice(0, limit);
  const isMore = fitting.length > limit || (wanted === '' && listed.length === limit);
  return {
    mails: mails.map((mail) => ({ ...mail, recipients: [...mail.recipients] })),
    after: isMore ? (mails.at(-1)?.id ?? null) : null,
  };
}

export async function showCaught(
  mail: CaughtMail,
  ports: CatcherPorts,
): Promise<Reply<typeof findCaughtMail>['mail']> {
  const read = await ports.readMail(mail);
  const files = await ports.readFiles(mail);
  const { octets: _, of, ...entry } = mail;
  return {
    ...entry,
    recipients: [...mail.recipients],
    header: read.header.map(({ name, value }) => ({ name, value })),
    text: read.text.slice(0, textMax),
    hasHtml: read.html !== '',
    remote: showHtml(read.html, imagesOf(files)).remote,
    links: linksIn(read.html).slice(0, linksMax),
    attachments: files.map(({ name, type, octets }, place) => ({
      place,
      name,
      type,
      size: octets.length,
    })),
    checks: [
      ...checkMail({ ...mail, ...read }, keyRecordsOf(await ports.domains.listSigningDomains())),
    ],
    emailId: of === null ? null : String(emailIdOf(of.mailId)),
  };
}

export async function htmlReply(mail: CaughtMail, ports: CatcherPorts): Promise<HttpReply> {
  const { html } = await ports.readMail(mail);
  const shown = showHtml(html, imagesOf(await ports.readFiles(mail)));
  return { status: 200, headers: frameHeaders, body: `${frameStart}${shown.html}` };
}

export function sourceReply({ id, octets }: CaughtMail): HttpReply {
  const body = Buffer.from(octets).toString('latin1');
  const headers = downloadHeaders(`mail-${id}.eml`, 'message/rfc822');
  return { status: 200, headers, body, isOctets: true };
}

export function fileReply({ name, type, octets }: CaughtFile): HttpReply {
  const headers = downloadHeaders(name || 'attachment', safeType(type));
  return { status: 200, headers, body: octets.toString('latin1'), isOctets: true };
}

/** Even what slips through runs nothing, loads nothing and posts nothing, in an origin of its own. */
const frameHeaders = pageHeaders(
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
).concat(['Content-Type', 'text/html; charset=utf-8']);

/** Mails are made for white paper. */
const frameStart =
  '<!doctype html><meta name="color-scheme" content="only light"><style>html{background:#fff;color:#000;font-family:sans-serif}img{max-width:100%}</style>';

function imagesOf(files: readonly CaughtFile[]): ReadonlyMap<string, string> {
  const images = files.filter(
    ({ contentId, type }) => contentId !== '' && /^image\/(?:gif|jpeg|png|webp)$/i.test(type),
  );
  return new Map(
    images.map(({ contentId, type, octets }) => [
      contentId,
      `data:${type};base64,${octets.toString('base64')}`,
    ]),
  );
}
