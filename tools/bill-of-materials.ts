/** All that comes along with the program, by name, version and hash: CycloneDX, as npm makes it. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

type Bill = {
  readonly components: readonly object[];
  readonly metadata: { readonly component: object };
};

type Lock = {
  readonly packages: Readonly<
    Record<
      string,
      { readonly version: string; readonly integrity: string; readonly license: string }
    >
  >;
};

export async function billOfMaterials(): Promise<string> {
  const bill = npmBill();
  if (bill.components.length < 12) throw new Error('npm sbom has left out what we depend on');
  // It takes the folder's name for ours.
  const component = { ...bill.metadata.component, name: 'parley' };
  const components = [...bill.components, await nodeComponent()];
  const named = { ...bill, metadata: { ...bill.metadata, component }, components };
  return `${JSON.stringify(named, null, 2)}\n`;
}

function npmBill(): Bill {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1_048_576,
  });
  if (stdout === '') throw new Error(`npm sbom has made nothing: ${stderr}`);
  return JSON.parse(stdout) as Bill;
}

/** A development dependency here, but what is shipped has it, or is it: those who watch for its holes must find it. */
async function nodeComponent(): Promise<object> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  const locked = lock.packages['node_modules/node'];
  if (locked === undefined) throw new Error('The lock file names no node');
  const { version, integrity, license } = locked;
  const [, content = ''] = /^sha512-(?<base64>.+)$/.exec(integrity) ?? [];
  return {
    type: 'application',
    'bom-ref': `node@${version}`,
    name: 'node',
    version,
    scope: 'required',
    purl: `pkg:npm/node@${version}`,
    // Advisories name the program by this one.
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }],
    licenses: [{ license: { id: license } }],
  };
}
