/**
 * Puts `dist/executable/parley` into a Debian package beside it: the executable, the service, and a master key
 * made at the installation, apart from the data. Nothing starts by itself: an administrator says when.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const root = path.join(import.meta.dirname, '..');
const made = path.join(root, 'dist', 'executable');
const tree = path.join(made, 'debian');

const architectures: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

const postinst = `#!/bin/sh
set -e
if [ "$1" = configure ] && [ ! -e /etc/parley/master.key ]; then
  install -d -m 0755 /etc/parley
  (umask 077; head -c 32 /dev/urandom | base64 > /etc/parley/master.key)
  echo "parley: made /etc/parley/master.key; keep a copy elsewhere, without it no stored secret can be read"
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # An upgrade: it hands over what it has and comes back as the new one.
  if [ -n "$2" ]; then systemctl try-restart parley.service; fi
fi
`;

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now parley.service; fi
`;

// The master key and the data stay even after a purge: who wants them gone removes them by hand.
const postrm = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`;

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: parley

Files: *
Copyright: The authors of Parley
License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
Comment:
 Node and the packages in the executable are listed in sbom.json;
 their licenses are in THIRD-PARTY-LICENSES.gz.
`;

async function control(version: string, architecture: string): Promise<string> {
  const { size } = await stat(path.join(made, 'parley'));
  return `Package: parley
Version: ${version}
Architecture: ${architecture}
Maintainer: The authors of Parley <parley@localhost>
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
  await writeFile(place, content);
  // Whatever the umask of who builds is.
  await chmod(place, mode);
}

async function fill(version: string, architecture: string): Promise<void> {
  await write('DEBIAN/control', await control(version, architecture));
  for (const [name, script] of Object.entries({ postinst, prerm, postrm })) {
    await write(`DEBIAN/${name}`, script, 0o755);
  }
  await mkdir(path.join(tree, 'usr', 'bin'), { recursive: true });
  await cp(path.join(made, 'parley'), path.join(tree, 'usr', 'bin', 'parley'));
  const service = await readFile(path.join(root, 'deploy', 'parley.service'), 'utf8');
  await write('usr/lib/systemd/system/parley.service', asInstalled(service));
  const documents = 'usr/share/doc/parley';
  await write(`${documents}/copyright`, copyright);
  await write(`${documents}/sbom.json`, await readFile(path.join(made, 'sbom.json')));
  for (const name of ['CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt']) {
    const zipped = gzipSync(await readFile(path.join(made, name)), { level: 9 });
    await write(`${documents}/${name.replace(/\.\w+$/, '')}.gz`, zipped);
  }
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
await fill(version, architecture);
const file = path.join(made, `parley_${version}_${architecture}.deb`);
// 53 MB in 8 s; xz makes it 33 MB, in two minutes.
execFileSync('dpkg-deb', ['-Zgzip', '-z6', '--root-owner-group', '--build', tree, file], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
await rm(tree, { recursive: true });
process.stdout.write(`${file}\n`);
