/**
 * Builds the dashboard into `dist/dashboard`, where what is there was made from other sources. `npm start`
 * asks each time, so it must be quick where nothing has changed: it compares one hash.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const root = path.join(import.meta.dirname, '..');
const built = path.join(root, 'dist', 'dashboard');
const stamp = path.join(built, 'built-from.txt');
const vite = path.join(root, 'node_modules', '.bin', 'vite');

const sources = hashSources();
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) {
  process.stdout.write('The dashboard is built.\n');
} else if (!existsSync(vite)) {
  process.stderr.write(
    'The dashboard is not built, and Vite is not installed here: run npm ci && npm run build where the\n' +
      'development dependencies may be installed, and bring dist/dashboard along. The API runs without it.\n',
  );
} else process.exitCode = build();

function build(): number {
  const run = spawnSync(vite, ['build', 'dashboard', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) return run.status ?? 1;
  compress();
  writeFileSync(stamp, sources);
  return 0;
}

/** Beside each file what is sent of it, so that the server compresses nothing. */
function compress(): void {
  for (const file of globSync('**/*.{js,css,svg,webmanifest}', { cwd: built })) {
    const octets = readFileSync(path.join(built, file));
    writeFileSync(path.join(built, `${file}.gz`), gzipSync(octets, { level: 9 }));
  }
}

/** Of everything that goes into a build; the packages are those of the lock file. */
function hashSources(): string {
  const hash = createHash('sha256');
  // The pages of docs/ are shown in it.
  const patterns = ['dashboard/**/*.{ts,tsx,css,html,svg,json,webmanifest}', 'docs/**/*.md'];
  const files = globSync(patterns, { cwd: root }).toSorted();
  for (const file of [...files, 'package-lock.json', 'tools/build-dashboard.ts']) {
    if (file.endsWith('.test.ts')) continue;
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
