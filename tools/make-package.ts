/**
 * Makes `dist/package`, which `npm pack` puts into one file: the built server with all that it imports, what it reads
 * beside its modules, the built pages, and a list of all that went into it.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { licenseTexts } from './license-texts.ts';
import { shippedSources } from './shipped-sources.ts';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'dist', 'package');

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

async function write(file: string, content: string | Buffer): Promise<void> {
  const place = path.join(target, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}

async function makeManifest(): Promise<void> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { name, version, license, bin, devDependencies } = JSON.parse(text) as Manifest;
  const manifest = {
    name,
    version,
    license,
    description: 'SMS, email, calls and webhooks behind one HTTP interface, on your own machine',
    type: 'module',
    bin,
    // So that it runs whatever Node brought npm.
    dependencies: { node: devDependencies['node'] },
  };
  await write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The one that the launcher starts, and no other. */
async function copyServer(): Promise<void> {
  const builds = path.join('dist', 'server');
  const newest = await readFile(path.join(root, builds, 'newest'), 'utf8').catch(() => '');
  const [build = ''] = newest.split(' ');
  if (build === '') throw new Error('There is no server in dist/server: npm run build makes it');
  await copy(path.join(builds, build));
  await copy(path.join(builds, 'newest'));
}

async function copy(name: string): Promise<void> {
  await cp(path.join(root, name), path.join(target, name), { recursive: true });
}

await rm(target, { recursive: true, force: true });
for (const name of await shippedSources()) if (!name.endsWith('.ts')) await copy(name);
await copyServer();
await makeManifest();
await write('sbom.json', await billOfMaterials());
await write('THIRD-PARTY-LICENSES.txt', await licenseTexts());
for (const file of ['bin', 'LICENSE', 'README.md', 'CHANGELOG.md']) await copy(file);
await copy(path.join('dist', 'dashboard')).catch(() => {
  throw new Error('There are no pages in dist/dashboard: npm run build makes them');
});
process.stdout.write(`${target}\n`);
