/**
 * Files and threads that belong to the program. Beside its modules they are files. The single executable
 * (tools/make-executable.ts) holds them in itself and tells its modules that they stand at `parley:/src/…`, so
 * that nothing is ever unpacked onto a disk where somebody could change it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { getAsset, getAssetKeys } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const heldScheme = 'parley:';

export function readOwnFile(place: URL): Buffer {
  return isHeld(place) ? Buffer.from(getAsset(keyOf(place))) : readFileSync(place);
}

/** Names of what stands right in a folder, whose address ends in a slash; empty where there is no such folder. */
export function ownFilesIn(folder: URL): readonly string[] {
  return (isHeld(folder) ? heldIn(keyOf(folder)) : onDisk(folder)).toSorted();
}

/** A module of ours in a thread of its own. */
export function startOwnThread(module: URL, options: WorkerOptions = {}): Worker {
  if (!isHeld(module)) return new Worker(module, options);
  return new Worker(getAsset(keyOf(module), 'utf8'), { ...options, eval: true });
}

function isHeld(place: URL): boolean {
  return place.protocol === heldScheme;
}

function keyOf(place: URL): string {
  return place.pathname.slice(1);
}

function heldIn(folder: string): string[] {
  return getAssetKeys()
    .filter((key) => key.startsWith(folder))
    .map((key) => key.slice(folder.length))
    .filter((name) => !name.includes('/'));
}

function onDisk(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
