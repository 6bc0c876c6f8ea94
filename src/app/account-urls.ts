/** The URLs that an account has of its own, as its pages set them; each has a secret. */
import type { AccountUrls } from '#accounts/account-urls.ts';
import { makeSecret, secretPlace } from '#webhooks/signature.ts';
import type { Common } from './common.ts';

export function openAccountUrls({
  storage,
  sealer,
}: Pick<Common, 'storage' | 'sealer'>): AccountUrls {
  const { webhooks, audit } = storage;
  return {
    find: (accountId, purpose) => webhooks.findAccountEndpoint(accountId, purpose),
    async save({ accountId, purpose: source, url }, author) {
      const target = source;
      const details = { url: url === null ? null : originOf(url) };
      await audit.note(author, { action: 'account.url-set', target, accountId, details });
      if (url === null) {
        await webhooks.removeAccountEndpoint(accountId, source);
        return undefined;
      }
      const secret = makeSecret();
      const sealed = sealer.seal(secret, secretPlace({ accountId, source }));
      const saved = await webhooks.saveAccountEndpoint({
        accountId,
        source,
        url,
        secrets: [{ sealed, madeAtMs: author.atMs, untilMs: null }],
        createdAtMs: author.atMs,
      });
      return saved.secrets.some((one) => one.sealed === sealed) ? secret : undefined;
    },
    async limit(accountId, inFlightMax, author) {
      await webhooks.limitAccountEndpoints(accountId, inFlightMax);
      const noted = { action: 'account.webhooks-at-once', target: String(accountId), accountId };
      await audit.note(author, { ...noted, details: { inFlightMax } });
    },
  };
}

/** What follows the host may be a secret of theirs. */
function originOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
