/** `parley restored`: what a database that pg_restore has filled needs before a server starts on it. */
import { existsSync } from 'node:fs';
import { lastRestoreSetting } from '#doctor/copies.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { eraseAgain, erasureLogs, readErasureLogs } from './erasing-again.ts';
import type { Installation } from './installation.ts';
import { maybe } from './option.ts';
import { filePaths } from './written-values.ts';

export const restored = command({
  name: 'restored',
  sentence:
    'After pg_restore, before a server starts: no id is given twice, and erasures of people are repeated.',
  takes: {},
  options: {
    erasures: maybe(
      filePaths,
      'FILES',
      'Who has been erased since: erasures.jsonl of each process, with commas between. That in the data folder counts too.',
    ),
  },
  async run({ erasures = [] }, { config, clock, open }) {
    if (config.database.kind === 'folder') {
      return failed('"parley restore" does this itself for a folder');
    }
    const missing = erasures.find((file) => !existsSync(file));
    if (missing !== undefined) return failed(`There is no file ${missing}`);
    await using installation = await open({ isRestored: true });
    const logs = erasureLogs(erasures, config);
    const logged = await readErasureLogs(logs, installation);
    const { ids, settings, audit } = installation.storage;
    if (!(await ids.skipIds())) return failed(await whoRuns(installation));
    const erased = await eraseAgain(logged, logs, { installation, config, atMs: clock.nowMs() });
    await settings.saveSetting(lastRestoreSetting, `${clock.nowMs()}`);
    const noted = { action: 'backup.restored', target: '', accountId: null, details: { erased } };
    await audit.note(authorNow(clock), noted);
    const text = `Ids go on a thousand million further on. Erasures of people that are repeated: ${erased}.
What was owed when the dump was taken will be sent, also what was sent since.
`;
    return done(text, { erased, logs }, logs.length === 0 ? [noList] : []);
  },
});

const noList =
  'No erasures.jsonl was found or named: who was erased since the dump was taken is in the database again';

/** The last to be seen; one that was seen shortly before the dump looks the same for a while. */
async function whoRuns({ storage }: Installation): Promise<string> {
  const { processes, nowMs } = await storage.leases.view();
  const [last] = processes.toSorted((a, b) => b.seenAtMs - a.seenAtMs);
  const who = last === undefined ? 'A process' : `Process ${last.id} on ${last.host}`;
  const ago = Math.max(0, Math.round((nowMs - (last?.seenAtMs ?? nowMs)) / 1_000));
  return `${who} was seen ${ago} s ago: stop all processes, and try again 90 s later`;
}
