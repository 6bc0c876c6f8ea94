/** What `parley backup` and `parley restore` work with: the files of an installation in a folder. */
import type { BackupPorts } from '#cli/backup-ports.ts';
import { copyDatabase, restoreDatabase } from '#storage/sqlite/backup.ts';
import { lockFolder } from '#storage/sqlite/folder-lock.ts';

export const backupPorts: BackupPorts = {
  backUp: (folder, file) => copyDatabase(folder, file),
  restore(file, folder) {
    // A server that starts meanwhile would make a database of its own there.
    using stack = new DisposableStack();
    stack.use(lockFolder(folder));
    return restoreDatabase(file, folder);
  },
};
