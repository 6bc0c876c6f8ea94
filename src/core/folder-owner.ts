/** Files that root's commands make in a folder of somebody else. */
import { lchownSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives what root has made there to whom the folder belongs: their service could not open it otherwise. A file that
 * has an owner of its own, or is not there, stays as it is.
 */
export function giveToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return;
  const made = lstatSync(file, { throwIfNoEntry: false });
  // systemd shows the folder of a service through a link.
  const { uid, gid } = statSync(path.dirname(path.resolve(file)));
  if (made?.uid === 0 && uid !== 0) lchownSync(file, uid, gid);
}
