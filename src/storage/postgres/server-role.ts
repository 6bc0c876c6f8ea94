/** As whom this program works on its server: what somebody who had taken it over could do there. */
import type { ServerRole } from '#core/server-role.ts';
import type { Pool } from './pool.ts';
import type { ServerAddress } from './server-address.ts';

/** What is tried first wherever a server answers, besides the user's own name and the database's. */
const knownPasswords: ReadonlySet<string> = new Set(
  'postgres postgresql parley password passw0rd secret admin root test changeme 1234 12345 123456 12345678 example'.split(
    ' ',
  ),
);

const ofSession = {
  text: `SELECT rolname AS name, rolsuper::int AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`,
};

/** A server that asks for no password is not found by this: its own rules say who is let in. */
export async function readServerRole(
  pool: Pool,
  { user, password, database }: ServerAddress,
): Promise<ServerRole> {
  type Row = { readonly name: string; readonly isSuperuser: number };
  const [row] = await pool.rows<Row>(ofSession, []);
  const word = password.toLowerCase();
  const isOwnName = word !== '' && [user, database].some((name) => name.toLowerCase() === word);
  return {
    name: row?.name ?? user,
    isSuperuser: row?.isSuperuser === 1,
    hasKnownPassword: isOwnName || knownPasswords.has(word),
  };
}
