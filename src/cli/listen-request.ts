/** What `parley listen` asks of the program: events of an account, posted to an address on this machine. */

export type ListenRequest = {
  /** The stream, with what it is asked. */
  readonly address: URL;
  readonly key: string;
  readonly forward: URL;
  /** A line for people. */
  readonly tell: (line: string) => void;
};
