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
  const folder = path.resolve(dataFolder);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [fail('data folder is not writable', { folder })];
  }
  const { mode } = await stat(folder);
  const open = (mode & 0o077) !== 0;
  const seen = open
    ? warn('data folder is open to others', { folder })
    : ok('data folder is well', { folder });
  return [seen, await lookAtDisk(folder, 'disk has room')];
}

/** Of recordings in progress; one in the data folder was looked at with it. */
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
    return [fail('spool is not writable', { folder })];
  }
  return [await lookAtDisk(folder, 'spool disk has room')];
}

/** The server makes what is not there yet. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : nearestFolder(path.dirname(folder));
}

async function lookAtDisk(
  folder: string,
  code: 'disk has room' | 'spool disk has room',
): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const gib = (free / 1_048_576 / 1_024).toFixed(1);
  if (free < diskLowBytes) return fail(code, { gib });
  return free < diskScarceBytes ? warn(code, { gib }) : ok(code, { gib });
}

export async function lookAtKey({ masterKeyFile, dataFolder }: Config): Promise<Finding> {
  const file = path.resolve(masterKeyFile);
  let isOpen: boolean;
  try {
    isOpen = await isOpenToOthers(file);
  } catch {
    return fail('master key is missing', { file });
  }
  if (isOpen) return fail('master key is open to others', { file });
  return path.dirname(file) === path.resolve(dataFolder)
    ? warn('master key lies beside the data', { file })
    : ok('master key is well', { file });
}

export function lookAtAddress({ publicUrl, hosts }: Config): Finding {
  if (publicUrl?.startsWith('https:') === true) {
    return ok('public URL is encrypted', { url: publicUrl });
  }
  if (publicUrl !== undefined) return warn('public URL is in clear', { url: publicUrl });
  const isLocal = hosts.every((host) => /^(?:localhost|127\.|::1$)/.test(host));
  return isLocal ? ok('public URL is not needed') : warn('public URL is missing');
}
