/**
 * Makes `dist/executable/parley`: Node and all of the program in one file, which needs neither Node nor npm nor a
 * folder of its own, and unpacks nothing. Modules are bundled into one, each thread's into another; what else they
 * read travels as the executable's assets, under its path (src/core/own-files.ts).
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { billOfMaterials } from './bill-of-materials.ts';
import { licenseTexts } from './license-texts.ts';
import { ownAddresses, threadModules } from './own-addresses.ts';
import { shippedSources } from './shipped-sources.ts';
import { smallBundle } from './small-bundle.ts';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'dist', 'executable');
const parts = path.join(target, 'parts');

/** A module of its own, by its path from the root, and where its bundle stands. */
async function bundle(module: string, format: 'es' | 'cjs'): Promise<string> {
  const fileName = `${module.replaceAll('/', '-')}.${format === 'es' ? 'mjs' : 'cjs'}`;
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [held, smallBundle()],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.join(root, module),
      target: 'node26',
      outDir: parts,
      emptyOutDir: false,
      copyPublicDir: false,
      // Names stay as they are: what fails is told by its stack.
      minify: false,
      rolldownOptions: {
        external: ['pg-native'],
        output: {
          format,
          entryFileNames: fileName,
          codeSplitting: false,
          comments: { annotation: false, jsdoc: false, legal: true },
          strictExecutionOrder: true,
        },
      },
    },
  });
  return path.join(parts, fileName);
}

/** Assets are named by their path (src/core/own-files.ts). */
const held = ownAddresses({ module: (name) => `'parley:///${name}'` });

async function collectAssets(): Promise<Readonly<Record<string, string>>> {
  const sources = await shippedSources();
  const pages = (await builtPages()).map((name) => path.join('dist', 'dashboard', name));
  const assets: Record<string, string> = {};
  for (const name of ['package.json', ...pages, ...sources.filter((file) => !file.endsWith('.ts'))])
    assets[name] = path.join(root, name);
  for (const module of await threadModules(sources)) assets[module] = await bundle(module, 'cjs');
  return assets;
}

async function builtPages(): Promise<readonly string[]> {
  const folder = path.join(root, 'dist', 'dashboard');
  const stamp = await readFile(path.join(folder, 'built-from.txt'), 'utf8').catch(() => undefined);
  if (stamp === undefined)
    throw new Error('There are no pages in dist/dashboard: run npm run build');
  // The server hands out compressed files alone.
  return ['index.html', 'built-from.txt', ...globSync('assets/*.gz', { cwd: folder })];
}

async function makeExecutable(): Promise<void> {
  const settings = {
    main: await bundle('src/main.ts', 'es'),
    mainFormat: 'module',
    output: path.join(target, 'parley'),
    disableExperimentalSEAWarning: true,
    // As in bin/parley, with the reason. NODE_OPTIONS of its starter still counts.
    execArgv: [
      '--max-semi-space-size=16',
      '--semi-space-growth-factor=16',
      '--heap-growing-percent=150',
      '--no-memory-reducer',
      '--expose-gc',
    ],
    execArgvExtension: 'env',
    assets: await collectAssets(),
  };
  const file = path.join(parts, 'executable.json');
  await writeFile(file, JSON.stringify(settings, null, 2));
  const made = spawnSync(process.execPath, ['--build-sea', file], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`Node has made no executable: ${made.stderr}`);
}

await rm(target, { recursive: true, force: true });
await mkdir(parts, { recursive: true });
await makeExecutable();
await rm(parts, { recursive: true });
await writeFile(path.join(target, 'sbom.json'), await billOfMaterials());
await writeFile(path.join(target, 'THIRD-PARTY-LICENSES.txt'), await licenseTexts());
for (const file of ['LICENSE', 'CHANGELOG.md'])
  await cp(path.join(root, file), path.join(target, file));
process.stdout.write(`${path.join(target, 'parley')}\n`);
