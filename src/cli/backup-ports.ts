/** What the commands for backups ask of the program. */

export type BackupCopy = {
  readonly bytes: number;
  /** The number of the last migration that it has had. */
  readonly schema: number;
};

/** Both throw `StorageRefused` with a sentence where it cannot be. */
export type BackupPorts = {
  /** Copies what is in a folder at one moment, beside a server that goes on. */
  readonly backUp: (folder: string, file: string) => BackupCopy;
  /** Puts a copy into a folder that has no installation, and on which no server runs. */
  readonly restore: (file: string, folder: string) => BackupCopy;
};
