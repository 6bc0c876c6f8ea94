/** Octets of attachments, in pieces: neither a row nor a commit grows with the file. */
import { sql } from 'kysely';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { Database } from './database.ts';

/** One commit each: 2 ms of the writer. */
const pieceBytes = 262_144;

export function blobs(database: Database) {
  const { build } = database;
  return {
    async saveBlob(hash, octets, nowMs) {
      const place = build
        .insertInto('blob')
        .values({ hash, size: octets.length, created_at: nowMs })
        .onConflict((standing) => standing.column('hash').doUpdateSet({ created_at: nowMs }))
        .returning('hash');
      await database.write([place]);
      if ((await bytesKept(database, hash)) === octets.length) return;
      for (let at = 0; at < octets.length; at += pieceBytes) {
        const piece = octets.subarray(at, at + pieceBytes);
        const query = build
          .insertInto('blob_piece')
          .values({ hash, place: at / pieceBytes, octets: piece })
          .onConflict((standing) => standing.doNothing());
        await database.write([query]);
      }
    },
    async readBlob(hash) {
      const pieces = build
        .selectFrom('blob_piece')
        .select('octets')
        .where('hash', '=', hash)
        .orderBy('place');
      const [blob] = await database.read(
        build.selectFrom('blob').select('size').where('hash', '=', hash),
      );
      if (blob === undefined) return undefined;
      const octets = Buffer.concat((await database.read(pieces)).map((row) => row.octets));
      // One whose writer died in the middle is as good as none.
      return octets.length === blob.size ? octets : undefined;
    },
  } satisfies Partial<EmailStore>;
}

/** What an earlier request has written of it. */
async function bytesKept(database: Database, hash: string): Promise<number> {
  const query = database.build
    .selectFrom('blob_piece')
    .select(sql<number>`cast(coalesce(sum(length(octets)), 0) as bigint)`.as('bytes'))
    .where('hash', '=', hash);
  const [row] = await database.read(query);
  return row?.bytes ?? 0;
}
