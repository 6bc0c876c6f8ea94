/** Whether a command that has changed an installation has left a row in its audit. */
import { strict as assert } from 'node:assert';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chooseCommand } from '#cli/commands.ts';

/** Commands that write without a row, and why. */
export const unaudited: Readonly<Record<string, string>> = {
  'simulator call': 'a call of a simulated phone is traffic, and is in the list of calls',
  'simulator reply': 'a text of a simulated phone is traffic, and is in the list of replies',
  'simulator stop': 'as simulator reply',
  'simulator long': 'as simulator reply',
};

export type WatchedWrites = {
  /** Fails where something was written, and no row says by whom. */
  readonly end: (argv: readonly string[], code: number) => void;
};

/** Of an installation that stands open: what opening it has written is not looked at. */
export function watchWrites(folder: string): WatchedWrites {
  const database = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const before = look(database);
  return {
    end(argv, code) {
      const after = look(database);
      database.close();
      const choice = chooseCommand(argv);
      // What fails takes its writes back, which is a commit as well.
      if (code !== 0) return;
      if (choice.found !== 'command' || choice.command.name in unaudited) return;
      const isSilent = after.commits !== before.commits && after.rows === before.rows;
      assert.ok(!isSilent, `parley ${choice.command.name} has written, and the audit has no row`);
    },
  };
}

function look(database: DatabaseSync) {
  return {
    // Another number after each commit of another connection.
    commits: database.prepare('PRAGMA data_version').get()?.['data_version'],
    rows: database.prepare('SELECT count(*) AS rows FROM audit').get()?.['rows'],
  };
}
