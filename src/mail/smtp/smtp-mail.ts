/** What a session is given to carry, and what becomes of it. */
import type { SmtpReply } from './reply.ts';

export type SmtpMail = {
  /** Empty for the null return path. */
  readonly sender: string;
  readonly recipient: string;
  /** The whole mail, with CRLF at each line's end. */
  readonly octets: readonly Buffer[];
  readonly bytes: number;
  /** An address or a header is not ASCII. RFC 6531. */
  readonly needsSmtpUtf8: boolean;
};

/** How far a session or a mail came. */
export type SmtpStage =
  | 'connect'
  | 'greeting'
  | 'ehlo'
  | 'tls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'body';

/** A reply about a mail, and when it came, from the moment its session was given the mail. */
export type SmtpStep = { readonly stage: SmtpStage; readonly code: number; readonly ms: number };

export type SmtpResult =
  | { readonly did: 'accept'; readonly reply: SmtpReply; readonly steps: readonly SmtpStep[] }
  | {
      readonly did: 'refuse';
      readonly stage: SmtpStage;
      readonly reply: SmtpReply;
      /** What was said about this mail. */
      readonly dialogue: string;
      readonly steps: readonly SmtpStep[];
    }
  /** The session ended before the mail was whole at the server: it does not have it. */
  | {
      readonly did: 'lose';
      readonly stage: SmtpStage;
      readonly reason: string;
      readonly dialogue: string;
      readonly steps: readonly SmtpStep[];
    }
  /** The session ended behind the mail's last octet: the server may have it. */
  | {
      readonly did: 'doubt';
      readonly reason: string;
      readonly dialogue: string;
      readonly steps: readonly SmtpStep[];
    }
  /** The server said at EHLO that it cannot take it; nothing was sent. */
  | { readonly did: 'misfit'; readonly why: 'size' | 'smtputf8' };

/** Why no session came about, or why it ended. */
export type SessionFault = {
  readonly stage: SmtpStage;
  /** What the server said, where it did. */
  readonly reply: SmtpReply | undefined;
  readonly reason: string;
  /** It answered what was not asked: with it nothing is to be sent ahead for a while. */
  readonly outOfStep: boolean;
};
