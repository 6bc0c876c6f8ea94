/** `parley migrate-to`: moves an installation from its folder to a PostgreSQL server. */
import path from 'node:path';
import type { Config } from '#config.ts';
import { unreachable } from '#core/assert.ts';
import type { ValueKind } from '#core/value-kind.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import type { Moved } from './moving.ts';
import { maybe, toggle } from './option.ts';
import { fields } from './text-table.ts';

const serverAddress: ValueKind<string> = {
  form: 'postgres://user:password@host/database',
  read: (text) => (/^postgres(?:ql)?:\/\/[^\0]+$/.test(text) ? text : undefined),
};

export const migrateTo = command({
  name: 'migrate-to',
  sentence:
    'Moves an installation from a folder to an empty PostgreSQL database. Its server must be stopped.',
  takes: {
    address: maybe(
      serverAddress,
      'ADDRESS',
      'Address of the database. Default: read from standard input.',
    ),
  },
  options: {
    replaceUnfinished: toggle('Empties a database in which an earlier move was not finished.'),
  },
  async run({ address: given, replaceUnfinished }, { config, move, readInput, tell }) {
    if (config.database.kind === 'server') {
      return failed('This installation uses PostgreSQL already; set the folder with --database');
    }
    const address = given ?? serverAddress.read((await readInput())?.trim() ?? '');
    if (address === undefined) {
      return misused(`Give the database as ${serverAddress.form}, here or on standard input`);
    }
    const moved = await move({ address, replaceUnfinished, tell });
    const seen = /:[^/@]+@/.test(given ?? '')
      ? ['A password on the command line is visible in ps and in the shell history']
      : [];
    return moved.ok ? report(moved, config, seen) : failed(refusalOf(moved));
  },
});

function report(
  { place, tables }: Extract<Moved, { ok: true }>,
  { dataFolder, masterKeyFile }: Config,
  warnings: readonly string[],
): Outcome {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const key = path.resolve(masterKeyFile);
  const counts = tables.filter((table) => table.rows > 0);
  const text = `${fields(counts.map((table) => [table.table, `${table.rows}`]))}
${rows} rows are at ${place} and were compared with the folder's.
Start there with the same key:
    PARLEY_DATABASE=postgres://…  PARLEY_MASTER_KEY_FILE=${key}  parley serve
${dataFolder} is as it was, and marked as moved: its moved.txt says how to go back.
`;
  const json = {
    place,
    rows,
    tables: Object.fromEntries(tables.map((table) => [table.table, table.rows])),
    masterKeyFile: key,
  };
  return done(text, json, warnings);
}

function refusalOf(moved: Extract<Moved, { ok: false }>): string {
  const { place } = moved;
  switch (moved.refusal) {
    case 'target is in use':
      return `${place} is in use: give an empty database`;
    case 'target is unfinished':
      return `An earlier move into ${place} was not finished: start again with --replace-unfinished`;
    case 'copy differs':
      return `The table ${moved.table} at ${place} differs from the folder, which is unchanged. Make sure that no other program writes to the database, and start again with --replace-unfinished`;
    default:
      return unreachable(moved);
  }
}
