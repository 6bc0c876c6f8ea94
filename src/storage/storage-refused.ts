/** What is wrong with the storage cannot be fixed by trying again: the program does not start on it. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused';
}
