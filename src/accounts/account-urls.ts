/** The URLs that an account has of its own, where its webhooks go; each has a secret, which is shown when it is new. */
import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { Sentence } from '#core/words.ts';

/** Replies and, unless they have a URL of their own, delivery reports; events of emails. */
export const urlPurposes = ['reply', 'report', 'email'] as const;

export type UrlPurpose = (typeof urlPurposes)[number];

type OwnEndpoint = {
  readonly id: number;
  readonly url: string;
  readonly state: 'active' | 'paused' | 'disabled';
  /** Why it is disabled; empty otherwise. */
  readonly reason: string;
};

export interface AccountUrls {
  find(accountId: number, purpose: UrlPurpose): Promise<OwnEndpoint | undefined>;
  /** Null removes it; gives the secret of one that is new. */
  save(
    change: {
      readonly accountId: number;
      readonly purpose: UrlPurpose;
      readonly url: string | null;
    },
    author: Author,
  ): Promise<string | undefined>;
  /** How many requests its URLs get at a time. */
  limit(accountId: number, inFlightMax: number, author: Author): Promise<void>;
}

export type UrlPorts = {
  readonly accountUrls: AccountUrls;
  /** What can be told of a webhook's URL without asking anybody. */
  readonly checkUrl: (
    text: string,
  ) =>
    | { readonly ok: true; readonly url: { readonly href: string } }
    | { readonly ok: false; readonly reason: Sentence };
};

const ownUrl = z.object({
  endpoint: z.int(),
  url: z.string(),
  state: z.enum(['active', 'paused', 'disabled']),
  reason: z.string(),
});

/** By what goes there; null: nowhere. */
export const urlsView = z.object({
  reply: ownUrl.nullable(),
  report: ownUrl.nullable(),
  email: ownUrl.nullable(),
});

export type UrlsView = z.output<typeof urlsView>;

/** Those that are new, in clear, to be shown this once. */
export const secretsView = z.object({
  reply: z.string().optional(),
  report: z.string().optional(),
  email: z.string().optional(),
});

export type SecretsView = z.output<typeof secretsView>;

export async function viewUrls(
  accountId: number,
  { accountUrls }: Pick<UrlPorts, 'accountUrls'>,
): Promise<UrlsView> {
  const view = async (purpose: UrlPurpose) => {
    const found = await accountUrls.find(accountId, purpose);
    if (found === undefined) return null;
    const { id: endpoint, url, state, reason } = found;
    return { endpoint, url, state, reason };
  };
  return { reply: await view('reply'), report: await view('report'), email: await view('email') };
}

/** As people name them; empty removes one, and what is left out stays. */
export type WrittenUrls = {
  readonly replyUrl?: string | undefined;
  readonly dlrUrl?: string | undefined;
  readonly eventUrl?: string | undefined;
};

const fieldOf = { reply: 'replyUrl', report: 'dlrUrl', email: 'eventUrl' } as const;

type UrlChanges = readonly (readonly [UrlPurpose, string | null])[];

export function readUrls(
  written: WrittenUrls,
  { checkUrl }: Pick<UrlPorts, 'checkUrl'>,
): UrlChanges | Refusal<'URL cannot be used'> {
  const changes: [UrlPurpose, string | null][] = [];
  for (const purpose of urlPurposes) {
    const field = fieldOf[purpose];
    const text = written[field];
    if (text === undefined) continue;
    const checked = text === '' ? undefined : checkUrl(text);
    if (checked?.ok === false) {
      const params = { name: field, reason: checked.reason };
      return refuse('URL cannot be used', { field, params });
    }
    changes.push([purpose, checked?.url.href ?? null]);
  }
  return changes;
}

export async function saveUrls(
  accountId: number,
  changes: UrlChanges,
  { urls, author }: { readonly urls: AccountUrls; readonly author: Author },
): Promise<SecretsView> {
  const secrets: SecretsView = {};
  for (const [purpose, url] of changes) {
    const secret = await urls.save({ accountId, purpose, url }, author);
    if (secret !== undefined) secrets[purpose] = secret;
  }
  return secrets;
}
