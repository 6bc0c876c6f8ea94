/** What stands behind the links of our mails: unsubscribing, reading online, and what tells of a visit. */
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import type { MailLinks } from '#mail/mail-links.ts';
import type { Page } from '../page.ts';
import { type MailPage, showMailPage } from './mail-page.ts';

export type MailPagePorts = {
  readonly mailLinks: Pick<
    MailLinks,
    'subscriptionOf' | 'unsubscribe' | 'readOnline' | 'follow' | 'look'
  >;
};

const wrong: MailPage = { status: 404, title: 'wrongTitle', text: 'wrong' };
const gone: MailPage = { status: 410, title: 'goneTitle', text: 'gone' };

export function mailPages({ mailLinks }: MailPagePorts): readonly Page[] {
  return [
    {
      path: '/u/',
      methods: ['GET', 'HEAD', 'POST'],
      answer: async (request) => showMailPage(await unsubscribePage(request, mailLinks), request),
    },
    { path: '/r/', methods: ['GET', 'HEAD'], answer: (request) => readOnline(request, mailLinks) },
    { path: '/c/', methods: ['GET', 'HEAD'], answer: (request) => follow(request, mailLinks) },
    { path: '/o/', methods: ['GET', 'HEAD'], answer: (request) => look(request, mailLinks) },
  ];
}

/** What looks at links before people do gets a page with a button: RFC 8058 §3.2 has POST alone act. */
async function unsubscribePage(
  request: HttpRequest,
  links: MailPagePorts['mailLinks'],
): Promise<MailPage> {
  const token = behind(request);
  const subscription = await links.subscriptionOf(token);
  if (subscription === undefined) return wrong;
  if (subscription === 'gone') return gone;
  const { stream } = subscription;
  const values = { ...subscription };
  const ask: MailPage = {
    status: 200,
    title: 'askTitle',
    text: stream === '' ? 'askAll' : 'askStream',
    button: 'button',
    note: 'askNote',
    values,
  };
  if (request.method !== 'POST' || !asksOneClick(request)) return ask;
  await links.unsubscribe(token);
  const text = stream === '' ? 'doneAll' : 'doneStream';
  return { status: 200, title: 'doneTitle', text, note: 'doneNote', values };
}

/** The form has one pair. The look at a longer body takes the square of its length. */
const formBytesMax = 4_096;

/** RFC 8058 §3.1: the pair, as a form of either kind. */
function asksOneClick({ headers, body }: HttpRequest): boolean {
  const text = body.toString('latin1', 0, formBytesMax);
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '')
    ? /name="?List-Unsubscribe"?[^\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\s/i.test(text)
    : /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)/i.test(text);
}

/**
 * Foreign html under our name: it runs nothing, posts nothing, and has an origin of its own. Its links
 * open beside it.
 */
const sandboxed = pageHeaders(
  [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src https: http: data:',
    "style-src 'unsafe-inline' https:",
    'font-src https: data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
).concat(
  ['Content-Type', 'text/html; charset=utf-8'],
  ['X-Robots-Tag', 'noindex, nofollow, noarchive'],
);

async function readOnline(
  request: HttpRequest,
  links: MailPagePorts['mailLinks'],
): Promise<HttpReply> {
  const found = await links.readOnline(behind(request));
  if (found === undefined) return showMailPage(wrong, request);
  if (found === 'gone') return showMailPage(gone, request);
  return { status: 200, headers: sandboxed, body: found.html };
}

const bareHeaders = pageHeaders("default-src 'none'; frame-ancestors 'none'").concat([
  'X-Robots-Tag',
  'noindex, nofollow',
]);

async function follow(request: HttpRequest, links: MailPagePorts['mailLinks']): Promise<HttpReply> {
  const url = await links.follow(behind(request), visitOf(request));
  if (url === undefined) return showMailPage(wrong, request);
  return { status: 302, headers: [...bareHeaders, 'Location', new URL(url).href], body: '' };
}

/** One transparent point. */
const pixel = Buffer.from(
  '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
  'hex',
).toString('latin1');
const pixelHeaders = pageHeaders("default-src 'none'; frame-ancestors 'none'")
  .map((value) => (value === 'same-origin' ? 'cross-origin' : value))
  .concat(['Content-Type', 'image/gif']);

async function look(request: HttpRequest, links: MailPagePorts['mailLinks']): Promise<HttpReply> {
  const isOurs = await links.look(behind(request), visitOf(request));
  if (!isOurs) return showMailPage(wrong, request);
  return { status: 200, headers: pixelHeaders, body: pixel, isOctets: true };
}

function behind({ path }: HttpRequest): string {
  return path.slice(path.indexOf('/', 1) + 1);
}

function visitOf({ method, headers }: HttpRequest) {
  return { method, userAgent: headers['user-agent'] ?? '' };
}
