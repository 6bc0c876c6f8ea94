/**
 * Makes `dist/package`, which `npm pack` puts into one file: the sources as JavaScript, because Node takes
 * no types off below `node_modules`, file by file and line by line as they are, the built pages, and a list of all that it depends on.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { shippedSources } from './shipped-sources.ts';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'dist', 'package');

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** What a module names: `'./writer.ts'`, `'#core/clock.ts'`, also in `new URL(…)`. */
const moduleName = /(?<quote>['"])(?<place>(?:\.{1,2}\/|#)[\w./-]+)\.ts\k<quote>/g;

async function makeModule(file: string): Promise<void> {
  const source = await readFile(path.join(root, file), 'utf8');
  const plain = stripTypeScriptTypes(source, { mode: 'strip' });
  const named = plain.replace(moduleName, '$<quote>$<place>.js$<quote>');
  await write(file.replace(/\.ts$/, '.js'), named);
}

async function write(file: string, content: string | Buffer): Promise<void> {
  const place = path.join(target, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}

async function makeManifest(): Promise<void> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { name, version, license, bin, dependencies, devDependencies } = JSON.parse(
    text,
  ) as Manifest;
  const manifest = {
    name,
    version,
    license,
    description: 'SMS, email, calls and webhooks behind one HTTP interface, on your own machine',
    type: 'module',
    bin,
    imports: { '#*': './src/*' },
    // So that it runs whatever Node brought npm.
    dependencies: { ...dependencies, node: devDependencies['node'] },
  };
  await write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The launcher starts JavaScript here. */
async function makeLauncher(): Promise<void> {
  const launcher = await readFile(path.join(root, 'bin', 'parley'), 'utf8');
  const place = path.join(target, 'bin', 'parley');
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, launcher.replace('src/main.ts', 'src/main.js'), { mode: 0o755 });
}

await rm(target, { recursive: true, force: true });
for (const name of await shippedSources()) {
  if (name.endsWith('.ts')) await makeModule(name);
  else await write(name, await readFile(path.join(root, name)));
}
await makeManifest();
await write('sbom.json', await billOfMaterials());
await makeLauncher();
for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) {
  await cp(path.join(root, file), path.join(target, file));
}
await cp(path.join(root, 'dist', 'dashboard'), path.join(target, 'dist', 'dashboard'), {
  recursive: true,
}).catch(() => {
  throw new Error('There are no pages in dist/dashboard: npm run build makes them');
});
process.stdout.write(`${target}\n`);
