/** What the catcher has caught, and where it is kept. */

export type NewCaughtMail = {
  readonly caughtAtMs: number;
  /** The envelope's; empty for the null reverse-path. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Of the header, as people read them. */
  readonly from: string;
  readonly subject: string;
  /** What was said on the way, up to the mail itself. */
  readonly dialogue: string;
  /** The mail, byte for byte. */
  readonly octets: Uint8Array;
};

export type CaughtMailEntry = Omit<NewCaughtMail, 'octets' | 'dialogue'> & {
  readonly id: number;
  readonly size: number;
};

export type CaughtMail = CaughtMailEntry & Pick<NewCaughtMail, 'octets' | 'dialogue'>;

/** How much of what was caught stays. */
export type CaughtMailBounds = {
  readonly countMax: number;
  readonly bytesMax: number;
  /** What is older goes. */
  readonly sinceMs: number;
};

export interface CaughtMailStore {
  /** Keeps them in one commit; answers their ids. */
  keepMails(mails: readonly NewCaughtMail[]): Promise<readonly number[]>;
  /** The newest first, below an id. */
  listMails(beforeId: number, limit: number): Promise<readonly CaughtMailEntry[]>;
  findMail(id: number): Promise<CaughtMail | undefined>;
  /** How many went. */
  clearMails(): Promise<number>;
  pruneMails(bounds: CaughtMailBounds): Promise<number>;
}
