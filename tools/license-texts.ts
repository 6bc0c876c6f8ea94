/** The licenses of all that is in one file with us, Node and what the pages are made of too: each asks to come along. */
import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const packages = path.join(root, 'node_modules');

type Manifest = {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

export async function licenseTexts(): Promise<string> {
  const texts = [await nodeText()];
  for (const name of (await carried()).toSorted()) texts.push(await textOf(name));
  return texts.join(`\n${'-'.repeat(78)}\n\n`);
}

/** What the server needs and what the pages import, and what those need. */
async function carried(): Promise<readonly string[]> {
  const { dependencies = {}, devDependencies = {} } = await manifestOf(root);
  const wanted = [...Object.keys(dependencies), ...(await importedByPages(devDependencies))];
  const found = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    const manifest = await manifestOf(path.join(packages, name)).catch(() => undefined);
    // Nested below its only user, or left out on this system: its user's text is there.
    if (manifest === undefined) continue;
    found.add(name);
    wanted.push(...Object.keys(manifest.dependencies ?? {}));
  }
  return [...found];
}

async function importedByPages(known: Readonly<Record<string, string>>): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob('dashboard/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.ts$|vite\.config/.test(file)) continue;
    const text = await readFile(path.join(root, file), 'utf8');
    for (const name of Object.keys(known)) {
      if (text.includes(`from '${name}'`) || text.includes(`'${name}/`)) names.add(name);
    }
  }
  return [...names];
}

async function textOf(name: string): Promise<string> {
  const folder = path.join(packages, name);
  const { version, license = 'see its page' } = await manifestOf(folder);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:[.-]|$)/i.test(entry));
  const text = file === undefined ? '' : await readFile(path.join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text}`;
}

/** Its own names those of V8, OpenSSL, SQLite and the others in it. */
async function nodeText(): Promise<string> {
  const places = ['node/node_modules/node-*/LICENSE', 'node-*/LICENSE'];
  for await (const file of glob(places, { cwd: packages })) {
    return `Node.js ${process.version}\n\n${await readFile(path.join(packages, file), 'utf8')}`;
  }
  throw new Error('The license of Node is not where npm puts it');
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}
