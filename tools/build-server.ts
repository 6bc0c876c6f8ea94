/**
 * Builds the server and the command line into `dist/server/<hash>`, where the newest build was made from other
 * sources: one file in place of a thousand, those that a command needs apart from those of a server. `bin/parley`
 * starts the build that `dist/server/newest` names, and the sources once anything in them is newer than that.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lineTable, type SourceMap } from './line-table.ts';
import { ownAddresses, threadModules } from './own-addresses.ts';
import { shippedSources } from './shipped-sources.ts';
import { smallBundle } from './small-bundle.ts';

const root = path.join(import.meta.dirname, '..');
const builds = path.join(root, 'dist', 'server');
const newest = path.join(builds, 'newest');

/** A file's time of change is a tick of the kernel's clock, and may lag behind ours by one. */
const begunMs = Date.now() - 20;

const sources = await shippedSources();
const hash = hashSources();
const folder = path.join(builds, hash);
if (existsSync(path.join(folder, 'main.js'))) {
  await nameNewest();
  process.stdout.write('The server is built.\n');
} else if (existsSync(path.join(root, 'node_modules', 'vite'))) {
  await build();
} else {
  process.stdout.write('The server runs from its sources: Vite is not installed here.\n');
}

async function build(): Promise<void> {
  const last = lastBuild();
  const { build: bundle } = await import('vite');
  const made = path.join(builds, `${hash}.${process.pid}`);
  const threads = await threadModules(sources);
  await bundle({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [
      ownAddresses({
        module: (name) => `new URL('../../../${name}', import.meta.url).href`,
        thread: (name) => `new URL('./${entryOf(name)}.js', import.meta.url)`,
      }),
      smallBundle(),
    ],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node26',
      outDir: made,
      emptyOutDir: false,
      copyPublicDir: false,
      // Names stay as they are: what fails is told by its stack.
      minify: false,
      sourcemap: 'hidden',
      rolldownOptions: {
        input: Object.fromEntries(
          ['src/main.ts', ...threads].map((name) => [entryOf(name), path.join(root, name)]),
        ),
        external: ['pg-native'],
        // As Node would run them: tsyringe asks for the polyfill that another package imports before it.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          comments: { annotation: false, jsdoc: false, legal: true },
          strictExecutionOrder: true,
        },
      },
    },
  });
  await tellPlaces(made);
  await rename(made, folder);
  await nameNewest();
  await removeOld(last);
}

/** `src/storage/sqlite/writer.ts` is built into `storage-sqlite-writer.js`. */
function entryOf(name: string): string {
  return name.slice('src/'.length, -'.ts'.length).replaceAll('/', '-');
}

/** A table of lines in place of a map: it is a fiftieth of its size, and is read only for what failed. */
async function tellPlaces(made: string): Promise<void> {
  for (const name of await readdir(made)) {
    if (!name.endsWith('.map')) continue;
    const map = path.join(made, name);
    const table = lineTable(JSON.parse(await readFile(map, 'utf8')) as SourceMap, (source) =>
      path.relative(root, path.resolve(made, source)),
    );
    await writeFile(map.replace(/\.js\.map$/, '.lines'), table);
    await rm(map);
  }
}

/** A copy of the folder somewhere else is no build of what stands there. */
async function nameNewest(): Promise<void> {
  const made = `${newest}.${process.pid}`;
  await writeFile(made, `${hash} ${root}\n`);
  await utimes(made, begunMs / 1_000, begunMs / 1_000);
  await rename(made, newest);
}

/** A server that runs from the last build may still load parts of it. */
async function removeOld(last: string): Promise<void> {
  const kept = ['newest', last, hash];
  for (const name of await readdir(builds)) {
    if (!kept.includes(name)) await rm(path.join(builds, name), { recursive: true, force: true });
  }
}

function lastBuild(): string {
  return existsSync(newest) ? (readFileSync(newest, 'utf8').split(' ')[0] ?? '') : '';
}

/** Of everything that goes into a build; the packages are those of the lock file. */
function hashSources(): string {
  const sum = createHash('sha256');
  const modules = sources.filter((name) => name.endsWith('.ts'));
  const tools = [
    'tools/build-server.ts',
    'tools/line-table.ts',
    'tools/own-addresses.ts',
    'tools/small-bundle.ts',
  ];
  for (const name of [...modules, 'package.json', 'package-lock.json', ...tools]) {
    sum
      .update(name)
      .update('\0')
      .update(readFileSync(path.join(root, name)))
      .update('\0');
  }
  return sum.digest('hex').slice(0, 16);
}
