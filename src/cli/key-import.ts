/** `parley key import`: a key that clients have already is taken over, so that they move without a change. */

import {
  type ApiBase,
  hashApiKey,
  type ImportedKeyRefusal,
  importedPrefixOf,
  refuseImportedKey,
} from '#accounts/api-key.ts';
import { must } from '#core/assert.ts';
import { line, oneOf } from '#core/value-kind.ts';
import type { KeyMode } from '#model/key-mode.ts';
import { keyJson, noAccount } from './account-view.ts';
import { actor } from './author.ts';
import { command, done, failed } from './command.ts';
import type { Installation } from './installation.ts';
import { givenBounds, keyBoundOptions } from './key-bounds.ts';
import { keyBases, keysMax, knownBases } from './key-words.ts';
import { maybe, needed, otherwise } from './option.ts';
import { readStart } from './read-start.ts';
import { fields } from './text-table.ts';
import { filePath, id } from './written-values.ts';

const problems: Readonly<Record<ImportedKeyRefusal, string>> = {
  'not visible characters': 'it must be 22 to 256 visible characters without spaces',
  'too few hexadecimal digits': 'of hexadecimal digits alone it needs 28',
  'too few mixed characters':
    'it needs 22 characters, letters and digits mixed, 10 different ones among them',
  'made by Parley for another mode': 'it says itself that it is for the other --mode',
  'mistyped key of Parley': 'it begins like a key of Parley, and its checksum is wrong',
};

export const keyImport = command({
  name: 'key import',
  sentence:
    'Takes over a key that clients have already, from standard input or a file: never an argument.',
  takes: {},
  options: {
    account: needed(id, 'ID', 'Whose.'),
    keyFile: maybe(filePath, 'FILE', 'Where it stands. Default: standard input.'),
    mode: otherwise('live', oneOf('live', 'test'), 'MODE', 'Test keys reach the simulator alone.'),
    bases: maybe(keyBases, 'BASES', 'What it opens: sms, email. Default: both.'),
    label: maybe(line(100), 'LABEL', 'To tell it from others.'),
    ...keyBoundOptions,
  },
  async run(values, { clock, open, readInput }) {
    const { account: accountId, keyFile, mode, bases = knownBases, label = '' } = values;
    const text = keyFile === undefined ? await readInput() : await readStart(keyFile);
    const clear = (text ?? '').trim();
    if (clear === '')
      return failed('The key is missing: write it to standard input or name --key-file');
    const refusal = refuseImportedKey(clear, mode);
    if (refusal !== undefined) return failed(`The key cannot be taken: ${problems[refusal]}`);
    await using installation = await open();
    const wish = { accountId, mode, bases, label, ...givenBounds(values) };
    return await importKey(clear, { ...wish, createdAtMs: clock.nowMs() }, installation);
  },
});

type Wish = ReturnType<typeof givenBounds> & {
  readonly accountId: number;
  readonly mode: KeyMode;
  readonly bases: readonly ApiBase[];
  readonly label: string;
  readonly createdAtMs: number;
};

async function importKey(clear: string, wish: Wish, { storage: { accounts } }: Installation) {
  const { accountId } = wish;
  if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
  if ((await accounts.listKeys(accountId)).length >= keysMax) {
    return failed(`Account ${accountId} has ${keysMax} keys, no more fit`);
  }
  const hash = must(hashApiKey(clear), 'hash of a key that is taken');
  const key = await accounts.importKey({ ...wish, prefix: importedPrefixOf(clear), hash }, actor);
  // Also where it was revoked: what somebody has ended does not come back unseen.
  if (key === undefined) return failed('This key is here already, in force or revoked');
  const text = fields([
    ['id', String(key.id)],
    ['begins with', key.prefix],
    ['opens', key.bases.join(', ')],
  ]);
  return done(text, { key: keyJson(key) });
}
