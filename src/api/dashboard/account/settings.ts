/** The API settings of an account: its URLs, how its texts are read, and its switches. */
import type { AccountUrls, UrlPurpose } from '#accounts/account-urls.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Author } from '#core/author.ts';
import { namedTimeZone } from '#core/value-kind.ts';
import * as define from './definitions.ts';
import { accountOf } from './money.ts';
import type { AccountPagePorts } from './ports.ts';

type Settings = Reply<typeof define.findApiSettings>;

export function settingHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [
    handle(define.findApiSettings, async ({ accountId }) =>
      give(await findSettings(accountId, ports)),
    ),
    handle(define.changeApiSettings, (call) => changeSettings(call, ports)),
  ];
}

async function findSettings(accountId: number, ports: AccountPagePorts): Promise<Settings> {
  const { transliterate, keyPlaces, xmlForm, timeZone } = await accountOf(accountId, ports);
  return {
    replyUrl: toReplyUrlJson(await ports.urls.find(accountId, 'reply')),
    reportUrl: toReplyUrlJson(await ports.urls.find(accountId, 'report')),
    eventUrl: toReplyUrlJson(await ports.urls.find(accountId, 'email')),
    transliterate,
    keyPlaces,
    xmlForm,
    timeZone,
    replySignature: await ports.replySignatures.find(accountId),
  };
}

async function changeSettings(
  call: DashboardCall<typeof define.changeApiSettings>,
  ports: AccountPagePorts,
): Promise<Handled<Reply<typeof define.changeApiSettings>>> {
  const { accountId, body } = call;
  const reply = readUrl(body.replyUrl, 'replyUrl', ports);
  if (!reply.ok) return reply;
  const report = readUrl(body.reportUrl, 'reportUrl', ports);
  if (!report.ok) return report;
  const event = readUrl(body.eventUrl, 'eventUrl', ports);
  if (!event.ok) return event;
  const author = authorOf(call, ports.clock);
  const save = async (purpose: UrlPurpose, url: string | null | undefined) =>
    url === undefined ? undefined : ports.urls.save({ accountId, purpose, url }, author);
  const secrets = {
    reply: (await save('reply', reply.url)) ?? null,
    report: (await save('report', report.url)) ?? null,
    event: (await save('email', event.url)) ?? null,
    replySignature: (await saveSignature(call, author, ports)) ?? null,
  };
  const { transliterate, keyPlaces, xmlForm } = body;
  // Spelled as the calendar does.
  const timeZone = body.timeZone === undefined ? undefined : namedTimeZone.read(body.timeZone);
  const change = { transliterate, keyPlaces, xmlForm, timeZone };
  if (Object.values(change).some((value) => value !== undefined)) {
    await ports.accounts.changeAccount(accountId, change, author);
  }
  return give({ ...(await findSettings(accountId, ports)), secrets });
}

async function saveSignature(
  { accountId, body }: DashboardCall<typeof define.changeApiSettings>,
  author: Author,
  { replySignatures }: AccountPagePorts,
): Promise<string | undefined> {
  const { replySignature: method } = body;
  return method === undefined ? undefined : replySignatures.save(accountId, method, author);
}

type ReadUrl = { readonly ok: true; readonly url: string | null | undefined } | Refusal;

function readUrl(
  text: string | null | undefined,
  field: string,
  { checkUrl }: AccountPagePorts,
): ReadUrl {
  if (text === undefined || text === null) return { ok: true, url: text };
  const checked = checkUrl(text.trim());
  if (checked.ok) return checked;
  return refuse('URL is refused', { field, details: { reason: checked.reason } });
}

function toReplyUrlJson(endpoint: Awaited<ReturnType<AccountUrls['find']>>): Settings['replyUrl'] {
  if (endpoint === undefined) return null;
  const { id, url, state } = endpoint;
  return { endpoint: id, url, state };
}
