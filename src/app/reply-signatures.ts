/** Signatures inside the bodies of replies, as the pages of an account switch them; each has a secret of its own. */
import type { ReplySignatures } from '#accounts/account-settings.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { makeSecret } from '#webhooks/signature.ts';
import type { Common } from './common.ts';

export function openReplySignatures({
  storage,
  sealer,
}: Pick<Common, 'storage' | 'sealer'>): ReplySignatures {
  const { webhooks } = storage;
  return {
    async find(accountId) {
      return (await webhooks.findReplySigner(accountId))?.method ?? 'off';
    },
    async save(accountId, { method, secret: own }, author) {
      if (method === 'off') {
        await webhooks.saveReplySigner(accountId, null, author);
        return undefined;
      }
      const secret = own ?? makeSecret();
      const sealedSecret = sealer.seal(secret, replySecretPlace(accountId));
      await webhooks.saveReplySigner(accountId, { method, sealedSecret }, author);
      return own === undefined ? secret : undefined;
    },
  };
}
