/** The storage cannot commit now: nothing was accepted, and trying again may help. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly mayRetry = true;
  /** What a client is told to wait, in seconds. */
  readonly retryAfterS = 2;
}
