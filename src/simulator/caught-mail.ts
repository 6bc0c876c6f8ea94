/** What the catcher has caught, and where it is kept. */

/** A mail that an account sent, and no notice of ours. */
export type CaughtOf = { readonly accountId: number; readonly mailId: number };

export type NewCaughtMail = {
  readonly caughtAtMs: number;
  /** Null: another program's, or a notice of ours; administrators alone see it. */
  readonly of: CaughtOf | null;
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

export type CaughtMailEntry = Omit<NewCaughtMail, 'octets' | 'dialogue' | 'of'> & {
  readonly id: number;
  readonly size: number;
};

export type CaughtMail = CaughtMailEntry & Pick<NewCaughtMail, 'octets' | 'dialogue' | 'of'>;

/** How much of what was caught stays. */
export type CaughtMailBounds = {
  readonly countMax: number;
  readonly bytesMax: number;
  /** What is older goes. */
  readonly sinceMs: number;
};
