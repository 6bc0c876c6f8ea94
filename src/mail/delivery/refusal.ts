/** An SMTP reply that refuses a mail, as rules read it. */
import type { SmtpStage } from '../smtp/smtp-mail.ts';

export type Refusal = {
  readonly stage: SmtpStage;
  readonly code: number;
  /** Empty where there was none. */
  readonly enhanced: string;
  readonly text: string;
  /** As `siteOf` names it; empty where it is of no matter. */
  readonly site: string;
};
