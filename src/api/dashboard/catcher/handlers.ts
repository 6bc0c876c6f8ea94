/** The mail catcher as its pages show it. */
import { downloadHeaders, safeType } from '#api/dashboard/download.ts';
import { give, type Handled, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import type { HttpReply } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { refuse } from '#api/reply.ts';
import { checkMail } from '#mail/checks/check-mail.ts';
import type { KeyRecords } from '#mail/dkim/verify.ts';
import { keyRecordText } from '#mail/domains/mail-domain.ts';
import { linksIn } from '#mail/tracking/html-links.ts';
import * as definitions from './definitions.ts';
import type { CatcherPorts, CaughtFile } from './ports.ts';
import { releaseHandler } from './release.ts';
import { showHtml } from './shown-html.ts';

const nothingThere = refuse('nothing is there');
/** The catcher keeps no more than a few thousand; a search looks at so many of them. */
const searchedMax = 1_000;
const linksMax = 200;
/** Characters of a text that are shown; the source has all. */
const textMax = 200_000;

export function catcherHandlers(ports: CatcherPorts): readonly Handler[] {
  const { caughtMails } = ports;
  return [
    handle(definitions.listCaughtMails, async ({ query }) => {
      const { after = Number.MAX_SAFE_INTEGER, limit = pageMax, search = '' } = query;
      const wanted = search.trim().toLowerCase();
      const listed = await caughtMails.listMails(after, wanted === '' ? limit : searchedMax);
      const fitting = listed.filter(({ from, subject, recipients }) =>
        [from, subject, ...recipients].some((text) => text.toLowerCase().includes(wanted)),
      );
      const mails = fitting.slice(0, limit);
      const isMore = fitting.length > limit || (wanted === '' && listed.length === limit);
      return give({
        mails: mails.map((mail) => ({ ...mail, recipients: [...mail.recipients] })),
        after: isMore ? (mails.at(-1)?.id ?? null) : null,
      });
    }),
    handle(definitions.findCaughtMail, async ({ params }) => {
      const mail = await caughtMails.findMail(params.id);
      if (mail === undefined) return nothingThere;
      const read = await ports.readMail(mail);
      const files = await ports.readFiles(mail);
      const { octets: _, ...entry } = mail;
      return give({
        mail: {
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
          checks: [...checkMail({ ...mail, ...read }, await keyRecordsOf(ports))],
        },
        leavesBy: ports.mailLeavesBy ?? null,
      });
    }),
    handle(definitions.clearCaughtMails, async () =>
      give({ cleared: await caughtMails.clearMails() }),
    ),
    releaseHandler(ports),
    ...rawParts(ports),
  ];
}

/** Parts that a browser shows in a frame, or saves. */
function rawParts(ports: CatcherPorts): readonly Handler[] {
  const { caughtMails } = ports;
  return [
    handle(definitions.showCaughtHtml, async ({ params }) => {
      const mail = await caughtMails.findMail(params.id);
      if (mail === undefined) return nothingThere;
      const { html } = await ports.readMail(mail);
      const shown = showHtml(html, imagesOf(await ports.readFiles(mail)));
      return raw({ status: 200, headers: frameHeaders, body: `${frameStart}${shown.html}` });
    }),
    handle(definitions.showCaughtSource, async ({ params }) => {
      const mail = await caughtMails.findMail(params.id);
      if (mail === undefined) return nothingThere;
      const body = Buffer.from(mail.octets).toString('latin1');
      const headers = downloadHeaders(`mail-${mail.id}.eml`, 'message/rfc822');
      return raw({ status: 200, headers, body, isOctets: true });
    }),
    handle(definitions.downloadCaughtFile, async ({ params }) => {
      const mail = await caughtMails.findMail(params.id);
      const file = mail && (await ports.readFiles(mail))[params.place];
      if (file === undefined) return nothingThere;
      const headers = downloadHeaders(file.name || 'attachment', safeType(file.type));
      return raw({ status: 200, headers, body: file.octets.toString('latin1'), isOctets: true });
    }),
  ];
}

function raw(reply: HttpReply): Handled<undefined> {
  return { ok: true, raw: reply };
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

/** What the DNS is asked to say: the mail may be looked at before that is done. */
async function keyRecordsOf({ domains }: CatcherPorts): Promise<KeyRecords> {
  const all = await domains.listDomains();
  return (name, selector) =>
    all
      .filter((domain) => domain.name === name)
      .flatMap(({ keys }) => keys.filter((key) => key.selector === selector))
      .map(keyRecordText);
}
