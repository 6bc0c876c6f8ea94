/** The built server: what the launcher starts, and that what fails in a build is told by its place in the sources. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { faultFields } from '#core/fault-fields.ts';
import { placeIn } from '#core/source-places.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { lineTable } from '../tools/line-table.ts';
import { inAscii } from '../tools/small-bundle.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');

test('a table says of each line of a bundle where it stands in the sources', () => {
  // Two lines of a, none, one of b, then the third of a.
  const map = { sources: ['a.ts', 'b.ts'], mappings: 'AAAA;AACA,IAAI;;ACAA;ADCA' };
  const table = lineTable(map, (name) => `src/${name}`);
  assert.equal(table, '1 src/a.ts:1\n4 src/b.ts:2\n5 src/a.ts:3\n');
  assert.equal(placeIn(table, 2), 'src/a.ts:2');
  assert.equal(placeIn(table, 4), 'src/b.ts:2');
  assert.equal(placeIn(table, 9), 'src/a.ts:7');
});

test('an error of the built server is told by its places in the sources', async () => {
  const folder = await builtServer();
  const bundle = await readFile(path.join(folder, 'app.js'), 'utf8');
  const source = await readFile(path.join(root, 'src/app.ts'), 'utf8');
  const told = 'await threads.open(';
  const line = lineOf(bundle, told);
  const error = new Error('It broke');
  error.stack = `Error: It broke\n    at startApp (file://${folder}/app.js:${line}:3)`;
  assert.deepEqual(faultFields(error)['at'], [`src/app.ts:${lineOf(source, told)}`]);
});

test('the parts that are loaded only when they are needed do load', async () => {
  const folder = await builtServer();
  const bundle = await readFile(path.join(folder, 'app.js'), 'utf8');
  const parts = new Set(
    [...bundle.matchAll(/import\("(\.\/[\w-]+\.js)"\)/g)].map(([, part]) => part),
  );
  assert.ok(parts.size > 1, `${parts.size} parts`);
  const script = [...parts].map((part) => `await import(${JSON.stringify(part)});`).join('');
  await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
});

test('a text in ASCII says what it said', () => {
  // A letter behind a backslash, one behind two of them, a pair of surrogates, and one in a regular expression.
  const said = String.raw`['d\é', "\\é", '😀', /[à-ÿ–]/u.test('é')]`;
  const written = inAscii(said);
  assert.match(written, /^[\p{ASCII}]*$/u);
  assert.deepEqual(evaluated(written), evaluated(said));
});

/** What a Node of its own makes of it. */
function evaluated(expression: string): unknown {
  const { stdout } = spawnSync(process.execPath, ['--print', `JSON.stringify(${expression})`], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

test('a bundle is ASCII, and a server loads no undici', async () => {
  const folder = await builtServer();
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.js')) continue;
    assert.match(await readFile(path.join(folder, name), 'utf8'), /^[\p{ASCII}]*$/u, name);
  }
  const script =
    "await import('./app.js'); console.log(process.moduleLoadList.filter((name) => name.includes('undici')))";
  const loaded = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
  });
  assert.equal(loaded.stdout, '[]\n');
});

test('a place in a bundle that is not there is left out', () => {
  const error = new Error('It broke');
  error.stack =
    'Error: It broke\n    at a (file:///x/dist/server/../../etc/passwd.js:1:1)' +
    '\n    at b (file:///x/dist/server/nothing/here.js:1:1)\n    at c (file:///x/src/core/log.ts:1:1)';
  assert.deepEqual(faultFields(error)['at'], ['src/core/log.ts:1']);
});

suite('the launcher', () => {
  test('starts the build of these sources', async () => {
    await using tree = await launcherTree();
    assert.equal(await tree.started(), 'build');
  });

  test('starts the sources where one has changed since, with a modification time long ago', async () => {
    await using tree = await launcherTree();
    const file = path.join(tree.path, 'src', 'changed.ts');
    await writeFile(`${file}.new`, '');
    await utimes(`${file}.new`, 1, 1);
    await rename(`${file}.new`, file);
    assert.equal(await tree.started(), 'sources');
  });

  test('starts the sources where one has gone', async () => {
    await using tree = await launcherTree();
    await rm(path.join(tree.path, 'src', 'other.ts'));
    assert.equal(await tree.started(), 'sources');
  });

  test('starts the sources where the build was copied from elsewhere', async () => {
    await using tree = await launcherTree();
    await writeFile(path.join(tree.path, 'dist/server/newest'), 'abc /somewhere/else\n');
    assert.equal(await tree.started(), 'sources');
  });

  test('starts the build where there are no sources, as in the package', async () => {
    await using tree = await launcherTree();
    await rm(path.join(tree.path, 'src'), { recursive: true });
    assert.equal(await tree.started(), 'build');
  });
});

async function builtServer(): Promise<string> {
  await run(process.execPath, ['tools/build-server.ts'], { cwd: root });
  const [build = ''] = (await readFile(path.join(root, 'dist/server/newest'), 'utf8')).split(' ');
  return path.join(root, 'dist', 'server', build);
}

function lineOf(text: string, told: string): number {
  return text.slice(0, text.indexOf(told)).split('\n').length;
}

/** A checkout whose sources and build say which of them was started. */
async function launcherTree(): Promise<
  AsyncDisposable & { path: string; started(): Promise<string> }
> {
  const folder = temporaryFolder();
  const files = {
    'src/main.ts': "process.stdout.write('sources')",
    'src/other.ts': '',
    'dist/server/abc/main.js': "process.stdout.write('build')",
    'tools/build-server.ts': '',
    'package.json': '{"type":"module"}',
    'package-lock.json': '{}',
    // Written last: newer than all of them.
    'dist/server/newest': `abc ${folder.path}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder.path, name)), { recursive: true });
    await writeFile(path.join(folder.path, name), text);
  }
  await cp(path.join(root, 'bin'), path.join(folder.path, 'bin'), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'));
  // Times of change are ticks of the kernel's clock, up to 10 ms long: what changes from here on is newer.
  await setTimeout(20);
  return {
    path: folder.path,
    started: async () => (await run(path.join(folder.path, 'bin', 'parley'))).stdout,
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}
