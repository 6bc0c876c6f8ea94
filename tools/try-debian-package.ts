/**
 * Has dpkg install the Debian package into an empty tree, with its scripts, and walks through what people do with it:
 * start, change a setting, upgrade, remove, install again, purge. Settings, key and data must outlive what they
 * should. The system's own packages are not touched.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tryProgram } from './try-program.ts';

const made = path.join(import.meta.dirname, '..', 'dist', 'executable');
const changed = 'queue-max = 5000\n';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** An installed system in a folder, as far as dpkg and the package's scripts see it. */
class Tree {
  readonly place: string;

  constructor(place: string) {
    this.place = place;
  }

  async open(): Promise<void> {
    await mkdir(this.at('var/lib/dpkg/info'), { recursive: true });
    await mkdir(this.at('var/lib/dpkg/updates'));
    await writeFile(this.at('var/lib/dpkg/status'), '');
    await writeFile(this.at('var/lib/dpkg/available'), '');
  }

  at(file: string): string {
    return path.join(this.place, file);
  }

  has(file: string): boolean {
    return existsSync(this.at(file));
  }

  read(file: string): Promise<string> {
    return readFile(this.at(file), 'utf8');
  }

  async mode(file: string): Promise<string> {
    const { mode, uid } = await stat(this.at(file));
    return `${(mode & 0o7777).toString(8)} ${uid}`;
  }

  /** What it needs is not in the tree; its scripts run here and are told of the tree. */
  dpkg(...words: readonly string[]): string {
    const how = ['depends', 'script-chrootless', 'confold', 'unsafe-io'];
    const { status, stdout, stderr } = spawnSync(
      'dpkg',
      [`--root=${this.place}`, '--log=/dev/null', `--force-${how.join(',')}`, ...words],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`dpkg ${words.join(' ')}: ${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  }
}

/** The same package as its next version, whose settings file says something more. */
async function nextVersion(file: string, folder: string): Promise<string> {
  const unpacked = path.join(folder, 'next');
  execFileSync('dpkg-deb', ['-R', file, unpacked]);
  const control = path.join(unpacked, 'DEBIAN', 'control');
  const text = await readFile(control, 'utf8');
  await writeFile(control, text.replace(/^Version: (.*)$/m, 'Version: $1+next'));
  await appendFile(path.join(unpacked, 'etc', 'parley', 'parley.conf'), '# One line more.\n');
  const next = path.join(folder, 'next.deb');
  execFileSync('dpkg-deb', ['-Znone', '--root-owner-group', '-b', unpacked, next]);
  await rm(unpacked, { recursive: true });
  return next;
}

async function install(tree: Tree, file: string): Promise<string> {
  assert.match(tree.dpkg('-i', file), /created \/etc\/parley\/master\.key/);
  const key = await tree.read('etc/parley/master.key');
  assert.equal(Buffer.from(key, 'base64').length, 32);
  assert.equal(await tree.mode('etc/parley/master.key'), '600 0');
  assert.equal(await tree.mode('etc/parley/parley.conf'), '640 0');
  assert.equal(await tree.mode('usr/bin/parley'), '755 0');
  const unit = await tree.read('usr/lib/systemd/system/parley.service');
  assert.match(unit, /^ExecStart=\/usr\/bin\/parley serve$/m);
  assert.ok(!tree.has('etc/systemd/system/multi-user.target.wants/parley.service'));
  say('installed with a key of its own, and nothing is started by itself');
  return key;
}

async function upgrade(tree: Tree, next: string, key: string): Promise<void> {
  await appendFile(tree.at('etc/parley/parley.conf'), changed);
  tree.dpkg('-i', next);
  await keptBy(tree, key);
  assert.match(await tree.read('etc/parley/parley.conf.dpkg-dist'), /One line more/);
  say('upgraded  with the changed setting and the key');
}

async function keptBy(tree: Tree, key: string): Promise<void> {
  assert.equal(await tree.read('etc/parley/master.key'), key);
  assert.ok((await tree.read('etc/parley/parley.conf')).endsWith(changed));
}

async function removeAndPurge(tree: Tree, next: string, key: string): Promise<void> {
  const data = 'var/lib/private/parley/parley.db';
  await mkdir(path.dirname(tree.at(data)), { recursive: true });
  await writeFile(tree.at(data), 'data');
  tree.dpkg('-r', 'parley');
  assert.ok(!tree.has('usr/bin/parley'));
  await keptBy(tree, key);
  tree.dpkg('-i', next);
  await keptBy(tree, key);
  const said = tree.dpkg('-P', 'parley');
  assert.ok(!tree.has('etc/parley/parley.conf'));
  assert.equal(await tree.read('etc/parley/master.key'), key);
  assert.ok(tree.has(data));
  assert.match(said, /\/var\/lib\/private\/parley was kept/);
  assert.match(said, /\/etc\/parley\/master\.key was kept/);
  say('removed   and purged: data and key stay, and it says so');
  await loseKey(tree, next);
}

/** Another key would look well and open nothing. */
async function loseKey(tree: Tree, next: string): Promise<void> {
  await rm(tree.at('etc/parley/master.key'));
  await mkdir(tree.at('var/lib/parley'));
  assert.match(tree.dpkg('-i', next), /master\.key is missing\. Restore it/);
  assert.ok(!tree.has('etc/parley/master.key'));
}

function askLintian(file: string): void {
  if (spawnSync('lintian', ['--version']).status !== 0) {
    say('lintian   not asked: it is not here');
    return;
  }
  const asked = spawnSync('lintian', ['--fail-on', 'error,warning', file], { encoding: 'utf8' });
  if (asked.status !== 0) throw new Error(asked.stdout);
  say('lintian   finds nothing');
}

async function tryPackage(file: string, folder: string): Promise<void> {
  const tree = new Tree(path.join(folder, 'tree'));
  await tree.open();
  const key = await install(tree, file);
  await mkdir(path.join(folder, 'empty'));
  await tryProgram(tree.at('usr/bin/parley'), path.join(folder, 'empty'));
  const next = await nextVersion(file, folder);
  await upgrade(tree, next, key);
  await removeAndPurge(tree, next, key);
  askLintian(file);
}

const [debian] = globSync('*.deb', { cwd: made });
if (debian === undefined || process.getuid?.() !== 0) {
  say(`debian    not tried: ${debian === undefined ? 'none was made' : 'only root installs'}`);
} else {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-debian-'));
  try {
    await tryPackage(path.join(made, debian), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
