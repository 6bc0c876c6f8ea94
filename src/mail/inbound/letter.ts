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

export interface LetterStore {
  /** One commit; of the letters before it the newest stay, this one included. */
  keepLetter(
    letter: NewLetter,
    kept: { readonly countMax: number; readonly bytesMax: number },
  ): Promise<void>;
  /** The newest first, below an id. */
  listLetters(beforeId: number, limit: number): Promise<readonly LetterEntry[]>;
  findLetter(id: number): Promise<Letter | undefined>;
  /** False: there is none. */
  removeLetter(id: number): Promise<boolean>;
}
