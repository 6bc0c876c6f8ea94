/** The key that opens the ring of sealing keys: a file beside the data, or wherever the setting points. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { giveToFolderOwner } from './folder-owner.ts';
import { masterKeyBytes } from './sealed.ts';

/** Reads the key; on the first start, makes it, readable by its owner alone. */
export async function openMasterKey(file: string): Promise<Uint8Array> {
  return keyIn(file, (await readIfThere(file)) ?? (await makeKey(file)));
}

/** For an installation that has secrets already: another key would be of no use. */
export async function readMasterKey(file: string): Promise<Uint8Array> {
  const text = await readIfThere(file);
  if (text !== undefined) return keyIn(file, text);
  throw new UnreadableMasterKey(
    `The master key ${file} does not exist, and stored secrets cannot be read without it. Restore it from your copy`,
  );
}

/** Whether others than its owner may read it: who has the key and a backup has all secrets. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  return ((await stat(file)).mode & 0o077) !== 0;
}

function keyIn(file: string, text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === masterKeyBytes) return key;
  throw new UnreadableMasterKey(`${file} does not hold a master key (32 bytes in base64)`);
}

export class UnreadableMasterKey extends Error {
  override readonly name = 'UnreadableMasterKey';
}

/** A new one, in a file that must not be there yet. */
export async function makeMasterKey(file: string): Promise<Uint8Array> {
  const text = newKey();
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  return keyIn(file, text);
}

function newKey(): string {
  return `${randomBytes(masterKeyBytes).toString('base64')}\n`;
}

/** Written whole under another name and then linked: of two processes that start, both read one key. */
async function makeKey(file: string): Promise<string> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  const text = newKey();
  await writeFile(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
  giveToFolderOwner(unfinished);
  try {
    await link(unfinished, file);
    return text;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return await readFile(file, 'utf8');
    throw error;
  } finally {
    await rm(unfinished);
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
