/** What systemd itself says of deploy/parley.service, without running it. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const unitFile = path.join(import.meta.dirname, '..', 'deploy', 'parley.service');

/** Of 10: what a program that was taken over could still do. */
export const exposureMax = 3;

/** The level of exposure; throws what systemd does not understand. Writes a copy into the folder. */
export async function judgeService(folder: string): Promise<number> {
  const file = path.join(folder, 'parley.service');
  const unit = await readFile(unitFile, 'utf8');
  // Where it will stand nothing is yet.
  await writeFile(file, unit.replace('/opt/parley/bin/parley', process.execPath));
  const { stderr } = await run('systemd-analyze', ['verify', file]);
  if (stderr !== '') throw new Error(stderr);
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', file]);
  return Number(/exposure level.*: (?<level>[\d.]+)/.exec(stdout)?.groups?.['level']);
}
