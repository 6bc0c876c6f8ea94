/** What the doctor looks at on this machine: the folder, its disk, the key, the port. */
import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config.ts';
import { isOpenToOthers } from '#core/master-key.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const diskLowBytes = 100 * 1_048_576;
const diskScarceBytes = 1_024 * 1_048_576;
const healthMs = 3_000;

/** Whether a server has made what it needs here. */
export function isInstalled({ database, dataFolder, masterKeyFile }: Config): boolean {
  const hasData = database.kind === 'server' || existsSync(path.join(dataFolder, 'parley.db'));
  return hasData && existsSync(masterKeyFile);
}

export async function lookAtFolder({ database, dataFolder }: Config): Promise<readonly Finding[]> {
  if (database.kind === 'server') return [];
  const of = 'data folder';
  const folder = path.resolve(dataFolder);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const fix = 'Start the server once, or name the folder with --database; it must be writable.';
    return [fail(of, `${folder} is not there, or not writable.`, fix)];
  }
  const { mode } = await stat(folder);
  const open = (mode & 0o077) !== 0;
  const seen = open
    ? warn(of, `Other users of this machine can enter ${folder}.`, `chmod 700 ${folder}`)
    : ok(of, folder);
  return [seen, await lookAtDisk(folder)];
}

async function lookAtDisk(folder: string): Promise<Finding> {
  const of = 'disk';
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${(free / 1_048_576 / 1_024).toFixed(1)} GiB are free.`;
  const fix = 'Make room, or keep less: --retention-days. Without room sends answer 503.';
  if (free < diskLowBytes) return fail(of, says, fix);
  return free < diskScarceBytes ? warn(of, says, fix) : ok(of, says);
}

export async function lookAtKey({ masterKeyFile, dataFolder }: Config): Promise<Finding> {
  const of = 'master key';
  const file = path.resolve(masterKeyFile);
  let isOpen: boolean;
  try {
    isOpen = await isOpenToOthers(file);
  } catch {
    const fix = 'Put the key of this installation there; without it no stored secret can be read.';
    return fail(of, `${file} is not there.`, fix);
  }
  if (isOpen) {
    return fail(of, `Other users of this machine can read ${file}.`, `chmod 600 ${file}`);
  }
  if (path.dirname(file) !== path.resolve(dataFolder)) return ok(of, file);
  const fix = 'Keep a copy elsewhere, and name another place with --master-key-file.';
  return warn(of, `${file} lies beside the data: who takes the folder has both.`, fix);
}

/** Whether what answers at the port is Parley. */
export async function lookAtPort({ port, hosts }: Config): Promise<Finding> {
  const of = 'http port';
  const host = hosts[0] === undefined || hosts[0] === '0.0.0.0' ? '127.0.0.1' : hosts[0];
  const place = host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${place}:${port}/readyz`, {
      signal: AbortSignal.timeout(healthMs),
    });
    const { status, reason = '' } = (await answer.json()) as Readonly<Record<string, string>>;
    if (answer.status === 200 && status === 'ready') return ok(of, `${port} answers, ready.`);
    const fix = 'What stands above says why; the log has the rest.';
    return fail(of, `${port} answers ${answer.status}: ${reason || status || 'no reason'}.`, fix);
  } catch (error) {
    const isForeign = error instanceof SyntaxError;
    return isForeign
      ? fail(of, `Another program answers at ${port}.`, 'Give Parley another one: --port.')
      : warn(of, `Nobody answers at ${port}.`, 'Start the server: parley serve.');
  }
}

export function lookAtAddress({ publicUrl, hosts }: Config): Finding {
  const of = 'public URL';
  if (publicUrl?.startsWith('https:') === true) return ok(of, publicUrl);
  if (publicUrl !== undefined) {
    const fix = 'Put a proxy with TLS before it and set --public-url to https://….';
    return warn(of, `${publicUrl} is not encrypted.`, fix);
  }
  const isLocal = hosts.every((host) => /^(?:localhost|127\.|::1$)/.test(host));
  const fix = 'Set --public-url to the address that people and mail servers reach.';
  return isLocal
    ? ok(of, 'None is needed while only this machine can reach the server.')
    : warn(of, 'Links in emails and invitations have no address to lead to.', fix);
}
