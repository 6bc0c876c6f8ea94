/**
 * Puts `dist/executable/parley` into a Debian package beside it: the executable, the service with its settings, and
 * a master key made at the installation, apart from the data (deploy/debian).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { manualPage } from './manual-page.ts';

const root = path.join(import.meta.dirname, '..');
const made = path.join(root, 'dist', 'executable');
const tree = path.join(made, 'debian');

const architectures: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

const maintainer = 'The authors of Parley <parley-platform@users.noreply.github.com>';

async function control(version: string, architecture: string): Promise<string> {
  const { size } = await stat(path.join(made, 'parley'));
  return `Package: parley
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(size / 1024) + 200}
Depends: libc6 (>= 2.28), libstdc++6 (>= 9), libatomic1, ca-certificates
Section: net
Priority: optional
Homepage: https://github.com/parley-platform/parley
Description: self-hosted messaging platform
 SMS over SMPP, email over SMTP, calls over SIP and webhooks behind one
 HTTP interface, with a dashboard. One executable, one folder of data.
`;
}

async function write(file: string, content: string | Buffer, mode = 0o644): Promise<void> {
  const place = path.join(tree, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content, { mode });
}

async function fill(version: string, architecture: string): Promise<void> {
  await write('DEBIAN/control', await control(version, architecture));
  for (const script of ['postinst', 'prerm', 'postrm'])
    await write(`DEBIAN/${script}`, await deployed(`debian/${script}`), 0o755);
  await write('DEBIAN/conffiles', '/etc/parley/parley.conf\n');
  await mkdir(path.join(tree, 'usr', 'lib', 'parley'), { recursive: true });
  const program = path.join(tree, 'usr', 'lib', 'parley', 'parley');
  await cp(path.join(made, 'parley'), program);
  await chmod(program, 0o755);
  await write('usr/bin/parley', await deployed('debian/parley'), 0o755);
  // It may hold a password.
  await write('etc/parley/parley.conf', await deployed('parley.conf'), 0o640);
  const service = asInstalled(await deployed('parley.service'));
  await write('usr/lib/systemd/system/parley.service', service);
  await write('usr/share/lintian/overrides/parley', await deployed('debian/lintian-overrides'));
  await fillDocuments(version);
}

async function fillDocuments(version: string): Promise<void> {
  const documents = 'usr/share/doc/parley';
  await write('usr/share/man/man1/parley.1.gz', zipped(manualPage(version)));
  await write(`${documents}/copyright`, await deployed('debian/copyright'));
  await write(`${documents}/changelog.gz`, zipped(changelog(version)));
  await write(`${documents}/sbom.json`, await readFile(path.join(made, 'sbom.json')));
  for (const name of ['CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt'])
    await write(`${documents}/${name}.gz`, zipped(await readFile(path.join(made, name))));
}

const zipped = (content: string | Buffer): Buffer => gzipSync(content, { level: 9 });

const deployed = (name: string): Promise<string> =>
  readFile(path.join(root, 'deploy', name), 'utf8');

/** In the form that Debian's tools read. */
function changelog(version: string): string {
  const date = new Date().toUTCString().replace('GMT', '+0000');
  return `parley (${version}) stable; urgency=medium

  * CHANGELOG.md.gz says what changed.

 -- ${maintainer}  ${date}
`;
}

/** Where the program stands now, without the words on how to bring it and its key there. */
function asInstalled(service: string): string {
  return service
    .replace(/^#\n(?:# {3}.*\n)+/m, '')
    .replaceAll('/opt/parley/bin/parley', '/usr/bin/parley');
}

if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
  process.stdout.write('No Debian package: dpkg-deb is not here\n');
  process.exit(0);
}
const architecture = architectures[process.arch];
if (architecture === undefined) throw new Error(`Debian has no name here for ${process.arch}`);
const manifest = await readFile(path.join(root, 'package.json'), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };
await rm(tree, { recursive: true, force: true });
// Whatever that of who builds is, the rights below are meant.
process.umask(0o022);
await fill(version, architecture);
const file = path.join(made, `parley_${version}_${architecture}.deb`);
// 53 MB in 8 s; xz makes it 33 MB, in two minutes.
execFileSync('dpkg-deb', ['-Zgzip', '-z6', '--root-owner-group', '--build', tree, file], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
await rm(tree, { recursive: true });
process.stdout.write(`${file}\n`);
