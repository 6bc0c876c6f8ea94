/** Starts the single executable alone in a folder, so that nothing beside it can help. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tryProgram } from './try-program.ts';

const made = path.join(import.meta.dirname, '..', 'dist', 'executable', 'parley');

const folder = await mkdtemp(path.join(tmpdir(), 'parley-executable-'));
try {
  const program = path.join(folder, 'bin', 'parley');
  await mkdir(path.dirname(program), { recursive: true });
  await cp(made, program);
  const version = execFileSync(program, ['--version'], { env: {}, encoding: 'utf8' });
  process.stdout.write(`executable ${version.trim()}\n`);
  await mkdir(path.join(folder, 'empty'));
  await tryProgram(program, path.join(folder, 'empty'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
