/** The log has the lines of its table: none that is not there, and none there that nothing writes. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { LogEvents } from '#core/log-events/log-event.ts';
import { logSections } from '#core/log-events.ts';

const root = path.join(import.meta.dirname, '..', 'src');
const table = Object.assign({}, ...logSections.map(({ events }) => events)) as LogEvents;
const names = Object.keys(table);

async function readSources(): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: root }));
  const ours = files.filter((file) => !file.endsWith('.test.ts') && !file.startsWith('core/log'));
  return Promise.all(ours.map((file) => readFile(path.join(root, file), 'utf8')));
}

/** What a name as it is written stands for: in `${port}.renewed` any word may stand before the dot. */
function patternOf(written: string): RegExp {
  const parts = written.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[a-z_]+')}$`);
}

suite('the table of the log', async () => {
  const sources = await readSources();

  test('has each line that is written', () => {
    const call = /\blog(?:\[[^\]]+\]|\.(?:debug|info|warn|error))\(\s*(['`])(?<name>[^'`]+)\1/g;
    const written = sources.flatMap((source) =>
      [...source.matchAll(call)].map(({ groups }) => groups?.['name'] ?? ''),
    );
    assert.ok(written.length > 100, `${written.length} lines were found`);
    const unknown = written.filter((name) => !names.some((known) => patternOf(name).test(known)));
    assert.deepEqual(unknown, []);
  });

  test('has no line that nothing writes', () => {
    const quoted = /(['`])(?<name>[^'`\n]*\.[^'`\n]*)\1/g;
    const found = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(quoted)].map(({ groups }) => groups?.['name']),
      ),
    );
    const patterns = [...found].flatMap((name = '') =>
      name.includes('${') ? patternOf(name) : [],
    );
    const dead = names.filter(
      (name) => !found.has(name) && !patterns.some((pattern) => pattern.test(name)),
    );
    assert.deepEqual(dead, []);
  });

  test('says each line in a sentence of both languages', () => {
    for (const [name, { at, en, fr }] of Object.entries(table)) {
      assert.ok(at.length > 0, name);
      assert.match(en, /^[A-Z][^|]*\.$/, name);
      assert.match(fr, /^\p{Lu}[^|]*\.$/u, name);
      assert.deepEqual(fr.match(/`[^`]+`/g), en.match(/`[^`]+`/g), name);
    }
  });
});
