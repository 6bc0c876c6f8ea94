/** Letters to postmaster and abuse: for the people who run the installation, kept until there are too many. */

export type NewLetter = {
  readonly receivedAtMs: number;
  /** The envelope's; empty for the null reverse-path. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Of the header, as people read them. */
  readonly from: string;
  readonly subject: string;
  /** Byte for byte, up to what the port keeps of a mail. */
  readonly octets: Uint8Array;
};

export type LetterEntry = Omit<NewLetter, 'octets'> & {
  readonly id: number;
  readonly size: number;
};

export type Letter = LetterEntry & Pick<NewLetter, 'octets'>;
