/** Signatures inside the bodies of replies, as the pages of an account switch them; each has a secret of its own. */
import type { ReplySignatures } from '#accounts/account-settings.ts';
import { replySecretPlace } from '#webhooks/reply-signature.ts';
import { makeSecret } from '#webhooks/signature.ts';
import type { Common } from './common.ts';

export function openReplySignatures({
  storage,
  sealer,
}: Pick<Common, 'storage' | 'sealer'>): ReplySignatures {
  const { replySigners } = storage;
  return {
    async find(accountId) {
      return (await replySigners.findReplySigner(accountId))?.method ?? 'off';
    },
    async save(accountId, method, author) {
      if (method === 'off') {
        await replySigners.saveReplySigner(accountId, null, author);
        return undefined;
      }
      const secret = makeSecret();
      const sealedSecret = sealer.seal(secret, replySecretPlace(accountId));
      await replySigners.saveReplySigner(accountId, { method, sealedSecret }, author);
      return secret;
    },
  };
}
