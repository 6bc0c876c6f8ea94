/** docs/security/asvs.csv judges us by OWASP ASVS 5.0, level 2: whole, and with evidence that is there. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';

const root = path.join(import.meta.dirname, '..');

type Row = {
  readonly id: string;
  readonly level: string;
  readonly topic: string;
  readonly verdict: string;
  readonly evidence: string;
};

/** RFC 4180, where no cell holds a line end. */
function cellsOf(line: string): readonly string[] {
  const cells = line.matchAll(/(?:^|,)(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",]*))/g);
  return [...cells].map(
    ({ groups }) => groups?.['plain'] ?? groups?.['quoted']?.replaceAll('""', '"') ?? '',
  );
}

const [heading = '', ...lines] = (
  await readFile(path.join(root, 'docs', 'security', 'asvs.csv'), 'utf8')
)
  .trimEnd()
  .split('\n');

const rows: readonly Row[] = lines.map((line) => {
  const [id = '', level = '', topic = '', verdict = '', evidence = ''] = cellsOf(line);
  return { id, level, topic, verdict, evidence };
});

const ofVerdict = (verdict: string): readonly Row[] =>
  rows.filter((row) => row.verdict === verdict);

const count = (verdict: string): string => String(ofVerdict(verdict).length);

/** Of every test that the suite runs, as it is written: `its/file.test.ts: its title`. */
async function testTitles(): Promise<ReadonlySet<string>> {
  const files = await Array.fromAsync(
    glob('{src,test,dashboard}/**/*.{test.ts,ts}', { cwd: root }),
  );
  const titles = new Set<string>();
  for (const file of files.filter((name) => /\.test\.ts$|\/conformance\//.test(name))) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const { groups } of text.matchAll(
      /\btest\(\s*(?:'(?<single>(?:\\.|[^'\\])*)'|"(?<double>(?:\\.|[^"\\])*)"|`(?<template>(?:\\.|[^`\\])*)`)/g,
    )) {
      const title = groups?.['single'] ?? groups?.['double'] ?? groups?.['template'] ?? '';
      for (const name of ['nginx', 'HAProxy', 'Apache']) {
        titles.add(`${file}: ${title.replace(/\$\{name\}/, name)}`);
      }
    }
  }
  return titles;
}

/** As GitHub makes them of headings. */
function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (?<heading>.+)$/gm)].map(({ groups }) =>
    must(groups?.['heading'], 'heading')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

suite('the judgement by ASVS 5.0', () => {
  test('has each requirement of levels 1 and 2 once', () => {
    assert.equal(heading, 'id,level,topic,verdict,evidence');
    assert.equal(new Set(rows.map(({ id }) => id)).size, 253);
    assert.equal(rows.length, 253);
    assert.equal(rows.filter(({ level }) => level === '1').length, 70);
    assert.equal(rows.filter(({ level }) => level === '2').length, 183);
    for (const { id, topic } of rows) {
      assert.match(id, /^(?:[1-9]|1[0-7])\.\d\.\d{1,2}$/);
      assert.ok(topic.length > 3, id);
    }
  });

  test('says of each whether it is met, and of what is not why', () => {
    const verdicts = ['met', 'document', 'n.a.', 'deviation', 'not met'];
    for (const { id, verdict, evidence } of rows) {
      assert.ok(verdicts.includes(verdict), `${id}: ${verdict}`);
      assert.ok(evidence.length >= 8, `${id}: ${evidence}`);
    }
  });

  test('names tests that there are, each by its file and title', async () => {
    const titles = await testTitles();
    assert.ok(titles.size > 2_000, 'the titles are found');
    for (const { id, evidence } of ofVerdict('met')) {
      for (const cited of evidence.split(' | ')) assert.ok(titles.has(cited), `${id}: ${cited}`);
    }
  });

  test('names pages and sections that there are', async () => {
    for (const { id, evidence } of ofVerdict('document')) {
      const [file = '', anchor] = evidence.split('#');
      const text = await readFile(path.join(root, file), 'utf8');
      if (anchor !== undefined) assert.ok(anchorsIn(text).includes(anchor), `${id}: ${evidence}`);
    }
  });

  test('is summed up in the documentation', async () => {
    const text = await readFile(path.join(root, 'docs', 'security.md'), 'utf8');
    const summed = `${count('met')} met by tests, ${count('document')} by documents, ${count('deviation')} with a deviation, ${count('not met')} not met, ${count('n.a.')} not applicable`;
    assert.ok(text.replaceAll('\n', ' ').includes(summed), summed);
    for (const { id } of [...ofVerdict('deviation'), ...ofVerdict('not met')]) {
      assert.match(text, new RegExp(`\\b${id.replaceAll('.', '\\.')}\\b`), id);
    }
  });
});
