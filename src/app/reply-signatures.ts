/** Signatures inside the bodies of replies, as the pages of an account switch them; each has a secret of its own. */
import type { ReplySignatures } from '#accounts/account-settings.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { makeSecret } from '#webhooks/signature.ts';
import type { Common } from './common.ts';

export function openReplySignatures({
  storage,
  sealer,
}: Pick<Common, 'storage' | 'sealer'>): ReplySignatures {
  const { endpoints } = storage;
  return {
    async find(accountId) {
      return (await endpoints.findReplySigner(accountId))?.method ?? 'off';
    },
    async save(accountId, { method, secret: own }, author) {
      if (method === 'off') {
        await endpoints.saveReplySigner(accountId, null, author);
        return undefined;
      }
      const secret = own ?? makeSecret();
      const sealedSecret = sealer.seal(secret, replySecretPlace(accountId));
      await endpoints.saveReplySigner(accountId, { method, sealedSecret }, author);
      return own === undefined ? secret : undefined;
    },
  };
}
