/** A mail as it leaves, before it is signed: header fields that can be told apart, and a body. */
import { relaxField } from '../dkim/relaxed.ts';

export type HeaderField = {
  /** In lower case. */
  readonly name: string;
  /** The whole field, folded, with the CRLF that ends it. */
  readonly text: string;
  /** As signatures see it; fields that copies share are brought into that form once. */
  readonly relaxed: string;
};

export type ComposedMail = {
  /** `<bounce token>@<domain>`: the Message-ID without its brackets. */
  readonly messageId: string;
  /** The A-label domain of From, which signs. */
  readonly domain: string;
  readonly head: readonly HeaderField[];
  /** In chunks, of which copies of one email share the large ones. */
  readonly body: readonly Buffer[];
  /** RFC 6376 §3.4.4, SHA-256 in base64. */
  readonly bodyHash: string;
  /** A local part is not ASCII, in an address of the header or the recipient's: RFC 6531 or nothing. */
  readonly needsSmtpUtf8: boolean;
  /** Octets without signatures. */
  readonly size: number;
};

/** `text` is the field without the CRLF that ends it. */
export function headerField(text: string): HeaderField {
  const name = text.slice(0, text.indexOf(':')).toLowerCase();
  return { name, text: `${text}\r\n`, relaxed: relaxField(name, text) };
}

/** The head as it goes out, with the empty line. */
export function headOf({ head }: Pick<ComposedMail, 'head'>): string {
  let text = '';
  for (const field of head) text += field.text;
  return `${text}\r\n`;
}

/** What goes out where nobody signs here: a verified address whose relay does. */
export function unsignedMail(mail: ComposedMail): readonly Buffer[] {
  return [Buffer.from(headOf(mail)), ...mail.body];
}
