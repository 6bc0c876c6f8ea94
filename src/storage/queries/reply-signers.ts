/** Accounts whose replies are signed inside their bodies. */
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { auditStep } from './audit.ts';
import type { Database } from './database.ts';
import { settingsChanged } from './settings.ts';

export function replySigners(database: Database) {
  const { build } = database;
  return {
    async findReplySigner(accountId) {
      const query = build
        .selectFrom('reply_signature')
        .select(['method', 'sealed_secret'])
        .where('account_id', '=', accountId);
      const [row] = await database.read(query);
      return row && { method: row.method, sealedSecret: row.sealed_secret };
    },
    async saveReplySigner(accountId, signer, author) {
      const remove = build.deleteFrom('reply_signature').where('account_id', '=', accountId);
      const insert =
        signer === null
          ? []
          : [
              build.insertInto('reply_signature').values({
                account_id: accountId,
                method: signer.method,
                sealed_secret: signer.sealedSecret,
              }),
            ];
      const details = { method: signer?.method ?? 'off' };
      const target = String(accountId);
      const audited = { action: 'account.sign-replies', target, accountId, details };
      const audit = auditStep(database, author, audited);
      await database.write([remove, ...insert, settingsChanged(database), audit]);
    },
  } satisfies Partial<EndpointStore>;
}
