import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { auditSentences } from './audit-sentences.ts';

const source = path.join(import.meta.dirname, '..', '..', 'src');
/** What is written to the audit, where it stands as a word of its own. */
const written = /\baction: '(?<action>[a-z-]+\.[a-z_-]+)'/g;

test('each action that the audit is told has its sentence', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const actions = files.flatMap((file) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(written)].map(
      ({ groups }) => groups?.['action'] ?? '',
    ),
  );
  assert.ok(actions.length > 50, `${actions.length} actions were found`);
  const missing = actions.filter((action) => !Object.hasOwn(auditSentences.en, action));
  assert.deepEqual([...new Set(missing)], []);
});
