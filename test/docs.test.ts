/** The documentation: what tables make is up to date, links lead somewhere, and programs do what is said. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { openCustomerWorld } from '#test/harness/customer-world.ts';
import {
  type Example,
  examplesOf,
  fillExample,
  isGood,
  root,
  said,
} from '#test/harness/doc-examples.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { runnable } from '#test/harness/runnable.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { generatedPages } from '../tools/generated-docs.ts';

for (const [file, text] of Object.entries(generatedPages())) {
  test(`docs/${file} says what the program's tables say`, async () => {
    const written = await readFile(path.join(root, 'docs', file), 'utf8');
    assert.equal(written, text, 'npm run docs writes it anew');
  });
}

for (const file of ['http.md', 'fr/http.md']) {
  test(`docs/${file} names all commands that take an idempotency key, and no others`, async () => {
    const text = await readFile(path.join(root, 'docs', file), 'utf8');
    const section = text.split(/^## /m).find((each) => each.includes('order-42')) ?? '';
    const [prose = ''] = section.split('```');
    const named = [...prose.matchAll(/`([a-z/-]+)`/g)].map(([, name]) => name);
    const keyed = Object.entries(commandNotes).filter(([, note]) => note.keyed === true);
    const names = keyed.map(([command]) => command.replace(/^.*\/v1\//, ''));
    assert.deepEqual(new Set(named), new Set(names));
  });
}

const pages = await Array.fromAsync(glob('{*.md,docs/**/*.md}', { cwd: root }));

/** As GitHub makes them of headings. */
function anchorsIn(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

for (const page of pages) {
  test(`the links of ${page} lead somewhere`, async () => {
    const text = await readFile(path.join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\((?<to>[^)\s]+)\)/g)].map(
      ({ groups }) => groups?.['to'] ?? '',
    );
    for (const link of links.filter((to) => !/^(?:https?|mailto):/.test(to))) {
      const [file = '', anchor] = link.split('#');
      const target =
        file === '' ? path.join(root, page) : path.join(root, path.dirname(page), file);
      assert.ok(existsSync(target), link);
      if (anchor !== undefined) {
        assert.ok(anchorsIn(await readFile(target, 'utf8')).has(anchor), link);
      }
    }
  });
}

const languages: Readonly<
  Record<string, { readonly file: string; readonly run: readonly [string, ...string[]] }>
> = {
  sh: { file: 'example.sh', run: ['bash', '-e'] },
  js: { file: 'example.mjs', run: [process.execPath] },
  python: { file: 'example.py', run: ['python3'] },
  php: { file: 'example.php', run: ['php'] },
  go: { file: 'main.go', run: ['go', 'run'] },
};

const versions: Readonly<Record<string, readonly string[]>> = { go: ['version'] };

/** Runs from its first line to its last in docs-start.test.ts. */
const isToldElsewhere = ({ page }: Example): boolean => page.endsWith('/start.md');

// In French stand the same programs, sign by sign: each runs once.
const isFrench = (page: string): boolean => page.startsWith('docs/fr/');
const inOrder = [...pages.filter((page) => !isFrench(page)), ...pages.filter(isFrench)];
const examples = (await Promise.all(inOrder.map(examplesOf)))
  .flat()
  .filter((one) => !isToldElsewhere(one))
  .filter((one, at, all) => all.findIndex(({ text }) => text === one.text) === at);

/** With a user of the adapters where the example is one of their clients. */
async function openExampleApp(text: string, stack: AsyncDisposableStack): Promise<OpenedApp> {
  if (!text.includes('username=')) return stack.use(await openApp());
  const settings = { PARLEY_ADAPTERS: 'kannel,jasmin', PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
  return stack.use(await openCustomerWorld({ settings })).app;
}

suite('the examples of the documentation', async () => {
  for (const { page, n, language, text } of examples) {
    const how = languages[language];
    assert.ok(how !== undefined, `${page}: nobody runs ${language}`);
    const [command, ...words] = how.run;
    const skip = await runnable(command, [...(versions[language] ?? ['--version'])]);
    test(`${page}, example ${n}, in ${language}`, { skip }, async () => {
      await using stack = new AsyncDisposableStack();
      const app = await openExampleApp(text, stack);
      const cwd = path.join(stack.use(temporaryFolder()).path, 'example');
      await mkdir(cwd);
      if (text.includes('message-status')) {
        const send = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
        assert.equal((await app.post('/v1/send', send)).status, 200);
      }
      const file = path.join(cwd, how.file);
      // Receivers listen where others may already.
      const port = String(await freeTcpPort());
      await writeFile(
        file,
        fillExample(text, app).replace(/(?<=127\.0\.0\.1:|listen\()3000\b/g, port),
      );
      const env = { GOCACHE: path.join(cwd, 'cache'), GOFLAGS: '-mod=mod' };
      const out = await said(command, [...words, file], { cwd, env });
      assert.ok(isGood(text, out) && out !== '', out);
    });
  }
});
