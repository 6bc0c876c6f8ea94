/** Setting and removing the URLs that an account's webhooks go to. */
import { wholeNumber } from '#core/value-kind.ts';
import { actor } from './author.ts';
import type { Installation, WebhookPurpose } from './installation.ts';
import { maybe } from './option.ts';

/** As somebody wrote them: undefined changes nothing, an empty text removes. */
type WrittenUrls = {
  readonly replyUrl: string | undefined;
  readonly dlrUrl: string | undefined;
  readonly eventUrl: string | undefined;
};

/** What to do, in order; null removes. */
export type UrlChanges = readonly (readonly [WebhookPurpose, URL | null])[];

export type UrlsReading =
  | { readonly ok: true; readonly changes: UrlChanges }
  | { readonly ok: false; readonly problem: string };

/** Secrets that were made on the way, in clear, to be shown once. */
export type NewSecrets = Partial<Readonly<Record<WebhookPurpose, string>>>;

export function readUrls(written: WrittenUrls, installation: Installation): UrlsReading {
  const changes: [WebhookPurpose, URL | null][] = [];
  for (const [purpose, flag, text] of [
    ['reply', '--reply-url', written.replyUrl],
    ['report', '--dlr-url', written.dlrUrl],
    ['email', '--event-url', written.eventUrl],
  ] as const) {
    if (text === undefined) continue;
    const checked = text === '' ? undefined : installation.checkUrl(text);
    if (checked?.ok === false) {
      const hint = 'PARLEY_WEBHOOK_ALLOW opens addresses that are not public';
      return { ok: false, problem: `${flag} ${checked.reason}. ${hint}` };
    }
    changes.push([purpose, checked?.url ?? null]);
  }
  return { ok: true, changes };
}

type Place = {
  readonly accountId: number;
  readonly installation: Installation;
  readonly nowMs: number;
};

export async function saveUrls(changes: UrlChanges, place: Place): Promise<NewSecrets> {
  const secrets: [WebhookPurpose, string][] = [];
  const { accountId, installation, nowMs } = place;
  for (const [purpose, url] of changes) {
    // What follows the host may be a secret of theirs.
    const details = { url: url?.origin ?? null };
    const noted = { action: 'account.url-set', target: purpose, accountId, details };
    await installation.storage.audit.note({ actor, atMs: nowMs }, noted);
    const secret =
      url === null ? await removeUrl(purpose, place) : await saveUrl(purpose, url, place);
    if (secret !== undefined) secrets.push([purpose, secret]);
  }
  return Object.fromEntries(secrets);
}

async function removeUrl(
  source: WebhookPurpose,
  { accountId, installation }: Place,
): Promise<undefined> {
  await installation.storage.webhooks.removeAccountEndpoint(accountId, source);
}

/** The signing secret if the endpoint is new; one that stands keeps its own. */
async function saveUrl(
  source: WebhookPurpose,
  url: URL,
  { accountId, installation, nowMs }: Place,
): Promise<string | undefined> {
  const secret = installation.makeSecret();
  const sealedSecret = installation.sealer.seal(
    secret,
    installation.secretPlace({ accountId, source }),
  );
  const saved = await installation.storage.webhooks.saveAccountEndpoint({
    accountId,
    source,
    url: url.href,
    secrets: [{ sealed: sealedSecret, madeAtMs: nowMs, untilMs: null }],
    createdAtMs: nowMs,
  });
  return saved.secrets.some(({ sealed }) => sealed === sealedSecret) ? secret : undefined;
}

/** How much one receiver gets at a time: an option of whatever sets its URLs. */
export const webhooksAtOnce = maybe(
  wholeNumber(1, 64),
  'COUNT',
  'Requests that its URLs get at a time, 1 to 64. Default: 8.',
);

export async function limitWebhooks(
  inFlightMax: number | undefined,
  { accountId, installation, nowMs }: Place,
): Promise<void> {
  if (inFlightMax === undefined) return;
  const { webhooks, audit } = installation.storage;
  await webhooks.limitAccountEndpoints(accountId, inFlightMax);
  const noted = { action: 'account.webhooks-at-once', target: String(accountId), accountId };
  await audit.note({ actor, atMs: nowMs }, { ...noted, details: { inFlightMax } });
}

export function secretLines(secrets: NewSecrets): [name: string, value: string][] {
  const lines: [string, string | undefined][] = [
    ['reply URL secret', secrets.reply],
    ['report URL secret', secrets.report],
    ['event URL secret', secrets.email],
  ];
  return lines.flatMap(([name, secret]) => (secret === undefined ? [] : [[name, secret]]));
}
