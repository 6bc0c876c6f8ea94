/** The storage cannot commit now: nothing was accepted, and trying again may help. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
  readonly mayRetry: boolean = true;
  /** What a client is told to wait, in seconds. */
  readonly retryAfterS = 2;
}

/**
 * The connection or the writer was lost during COMMIT, and asking afterwards gave no answer in time: what was asked
 * may have been done or not. What is stored under an id of its own may be stored again; a caller who asks for something
 * new by the same words may get it twice.
 */
export class CommitUnknown extends StorageUnavailable {
  override readonly name = 'CommitUnknown';
  override readonly mayRetry = false;

  constructor(options?: ErrorOptions) {
    super('The storage was lost during a commit: it is not known whether it was kept', options);
  }
}
