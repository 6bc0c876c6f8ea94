/** What delivery asks of composition: a mail's octets, the same at every attempt, in whatever process. */
import type { OwedMail } from './delivery-store.ts';

export type MadeMail =
  | {
      readonly ok: true;
      /** The return path; all attempts keep it, because greylisting keys on it. */
      readonly sender: string;
      readonly recipient: string;
      /** Signatures, headers, empty line and body, with CRLF at each line's end. */
      readonly octets: readonly Buffer[];
      readonly bytes: number;
      readonly needsSmtpUtf8: boolean;
      readonly fromDomain: string;
    }
  /** `unsigned`: its domain has keys and they failed; `missing`: its content is gone. */
  | { readonly ok: false; readonly why: 'unsigned' | 'missing'; readonly reason: string };

export interface MailMaker {
  make(mail: OwedMail): Promise<MadeMail>;
}
