/** `parley key …`: the keys of an account. */
import { line, oneOf } from '#core/value-kind.ts';
import { keysText, listedKeyJson, noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { givenBounds, keyBoundOptions } from './key-bounds.ts';
import { keyImport } from './key-import.ts';
import { keyBases, keysMax, knownBases } from './key-words.ts';
import { createKey, shownKeyJson } from './new-key.ts';
import { maybe, needed, otherwise } from './option.ts';
import { fields } from './text-table.ts';
import { id } from './written-values.ts';

const account = needed(id, 'ID', 'Whose.');
const key = needed(id, 'ID', 'Which, by its number in "key list".');
const label = maybe(line(100), 'LABEL', 'To tell it from others.');

const keyCreate = command({
  name: 'key create',
  sentence: 'Makes an API key, which is shown this once.',
  takes: {},
  options: {
    account,
    mode: otherwise('live', oneOf('live', 'test'), 'MODE', 'Test keys reach the simulator alone.'),
    bases: maybe(keyBases, 'BASES', 'What it opens: sms, email. Default: both.'),
    label,
    ...keyBoundOptions,
  },
  async run(values, { clock, open }) {
    await using installation = await open();
    const { accounts } = installation.storage;
    const { account: accountId, mode, bases: opened = knownBases, label: written = '' } = values;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    const keys = await accounts.listKeys(accountId);
    if (keys.length >= keysMax)
      return failed(`Account ${accountId} has ${keysMax} keys, no more fit`);
    const wish = { accountId, mode, bases: opened, label: written, ...givenBounds(values) };
    const made = await createKey(wish, installation.storage, clock.nowMs());
    const text = fields([
      ['key', made.clear],
      ['id', String(made.key.id)],
      ['opens', made.key.bases.join(', ')],
    ]);
    return done(`${text}Keep it now: it is shown this once.\n`, { key: shownKeyJson(made) });
  },
});

const keyList = command({
  name: 'key list',
  sentence: 'Lists the keys of an account by how they begin.',
  takes: {},
  options: { account },
  async run({ account: accountId }, { open }) {
    await using installation = await open();
    const { accounts } = installation.storage;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    const keys = await accounts.listKeys(accountId);
    return done(keysText(keys), { keys: keys.map(listedKeyJson) });
  },
});

const keySet = command({
  name: 'key set',
  sentence: 'Changes the label of a key, where from it is taken, what it may do, or when it ends.',
  takes: {},
  options: { account, key, label, ...keyBoundOptions },
  async run(values, { clock, open }) {
    const { account: accountId, key: keyId } = values;
    const change = { label: values.label, ...givenBounds(values) };
    if (Object.values(change).every((value) => value === undefined)) {
      return misused('Nothing is to be changed');
    }
    await using installation = await open();
    const { accounts } = installation.storage;
    if (!(await accounts.changeKey(accountId, keyId, change, authorNow(clock)))) {
      return failed(`Account ${accountId} has no key ${keyId} in force`);
    }
    const keys = (await accounts.listKeys(accountId)).filter(({ id: one }) => one === keyId);
    return done(keysText(keys), { key: keys.map(listedKeyJson)[0] });
  },
});

const keyRevoke = command({
  name: 'key revoke',
  sentence: 'Ends a key within a second, everywhere and for good.',
  takes: {},
  options: { account, key },
  async run({ account: accountId, key: keyId }, { clock, open }) {
    await using installation = await open();
    const { accounts } = installation.storage;
    const revoked = await accounts.revokeKey(accountId, keyId, authorNow(clock));
    return revoked
      ? done(`Key ${keyId} is revoked.\n`, { revoked: keyId })
      : failed(`Account ${accountId} has no key ${keyId} in force`);
  },
});

export const keyCommands = [keyCreate, keyImport, keyList, keySet, keyRevoke];
