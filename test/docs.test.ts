/** The documentation: what tables make is up to date, links lead somewhere, and programs do what is said. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { openApp } from '#test/harness/open-app.ts';
import { runnable } from '#test/harness/runnable.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { generatedPages } from '../tools/generated-docs.ts';

const root = path.join(import.meta.dirname, '..');

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

type Example = {
  readonly page: string;
  readonly n: number;
  readonly language: string;
  readonly text: string;
};

async function examplesOf(page: string): Promise<readonly Example[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  const fences = [...text.matchAll(/^```(?<language>\w+) run\n(?<text>.*?)^```$/gms)];
  return fences.map(({ groups = {} }, at) => ({
    page,
    n: at + 1,
    language: groups['language'] ?? '',
    text: groups['text'] ?? '',
  }));
}

/** A request as the program would sign it. */
function signed(): Readonly<Record<string, string>> {
  const key = randomBytes(24);
  const [id, timestamp, body] = ['msg_1', '1795265051', '{"status":"delivered","msgId":"1"}'];
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    SIGNED_SECRET: `whsec_${key.toString('base64')}`,
    SIGNED_ID: id,
    SIGNED_TIMESTAMP: timestamp,
    SIGNED_BODY: body,
    SIGNED_SIGNATURE: `v1,${signature}`,
  };
}

function said(command: string, words: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const environment = { ...process.env, GOCACHE: path.join(cwd, 'cache'), GOFLAGS: '-mod=mod' };
    execFile(command, [...words], { cwd, env: environment }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${err}${out}`, { cause: error }));
    });
  });
}

const examples = (await Promise.all(pages.map(examplesOf))).flat();
const versions: Readonly<Record<string, readonly string[]>> = { go: ['version'] };

suite('the examples of the documentation', async () => {
  for (const { page, n, language, text } of examples) {
    const how = languages[language];
    assert.ok(how !== undefined, `${page}: nobody runs ${language}`);
    const [command, ...words] = how.run;
    const skip = await runnable(command, [...(versions[language] ?? ['--version'])]);
    test(`${page}, example ${n}, in ${language}`, { skip }, async () => {
      await using app = await openApp();
      using folder = temporaryFolder();
      await mkdir(path.join(folder.path, 'example'));
      let program = text
        .replaceAll('http://localhost:8080', app.url)
        .replaceAll('test_…', app.testKey);
      for (const [name, value] of Object.entries(signed()))
        program = program.replaceAll(name, value);
      const file = path.join(folder.path, 'example', how.file);
      if (text.includes('message-status')) {
        const send = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
        assert.equal((await app.post('/v1/send', send)).status, 200);
      }
      await writeFile(file, program);
      const out = await said(command, [...words, file], path.dirname(file));
      assert.match(out, /"success": ?true|^right$/m, out);
      assert.doesNotMatch(out, /"success": ?false|wrong/, out);
    });
  }
});
