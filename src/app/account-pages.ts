/** What the pages of an account ask of the storage and the guard. */

import type { UrlPorts } from '#accounts/account-urls.ts';
import type { AccountPagePorts } from '#api/dashboard/account/ports.ts';
import { openAccountUrls } from './account-urls.ts';
import type { Common } from './common.ts';
import { openReplySignatures } from './reply-signatures.ts';

export function accountPagePorts(
  common: Pick<Common, 'storage' | 'sealer'>,
  guard: Pick<UrlPorts, 'checkUrl'>,
): Omit<AccountPagePorts, 'clock'> {
  const { storage } = common;
  return {
    accounts: storage.accounts,
    audit: storage.audit,
    spending: storage.spending,
    prices: { ...storage.routes, ...storage.mailAccounts, ...storage.calls },
    urls: openAccountUrls(common),
    replySignatures: openReplySignatures(common),
    checkUrl: (text) => {
      const checked = guard.checkUrl(text);
      return checked.ok ? { ok: true, url: checked.url.href } : checked;
    },
  };
}
