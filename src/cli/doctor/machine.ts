/** What the doctor looks at on this machine: the folders, their disks, the key. */
import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config.ts';
import { isOpenToOthers } from '#core/master-key.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const diskLowBytes = 100 * 1_048_576;
const diskScarceBytes = 1_024 * 1_048_576;

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

/** Of recordings under way; one in the data folder was looked at with it. */
export async function lookAtSpool({
  database,
  dataFolder,
  voicemail,
  roles,
}: Config): Promise<readonly Finding[]> {
  const spool = path.resolve(voicemail.spool);
  const isInFolder = spool.startsWith(`${path.resolve(dataFolder)}${path.sep}`);
  if (!roles.includes('calls') || (database.kind === 'folder' && isInFolder)) return [];
  const folder = nearestFolder(spool);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const fix = 'Make it writable for the user of the server, or name another folder: --spool.';
    return [fail('spool', `${folder} is not writable: calls hear 503 in place of voicemail.`, fix)];
  }
  return [await lookAtDisk(folder, 'spool disk')];
}

/** The server makes what is not there yet. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : nearestFolder(path.dirname(folder));
}

async function lookAtDisk(folder: string, of = 'disk'): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${(free / 1_048_576 / 1_024).toFixed(1)} GiB are free.`;
  const fix =
    of === 'disk'
      ? 'Make room, or keep less: --retention-days. Without room sends answer 503.'
      : 'Make room there, or name another folder: --spool. Without room nobody can leave a message.';
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
