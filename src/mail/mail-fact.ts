/** Why a mail is where it is: classes of refusals, and what a server said. Its states are in model/mail-state.ts. */
/** Why a mail was refused or waits; `fixtures/smtp-replies.json` shows replies of each. */
export type MailClass =
  | 'mailbox-unknown'
  | 'mailbox-disabled'
  | 'domain-unknown'
  | 'mailbox-full'
  | 'greylisted'
  | 'temporary'
  | 'throttled'
  | 'our-reputation'
  | 'our-authentication'
  | 'content'
  | 'policy'
  | 'too-big'
  | 'smtputf8'
  | 'relay-auth'
  | 'protocol'
  | 'refused'
  /** No server answered: no connection, no TLS, no name. */
  | 'unreachable'
  /** The connection was lost behind the body: the server may have taken the mail. */
  | 'in-doubt'
  /** Its domain has keys and could not sign: nothing leaves unsigned. */
  | 'unsigned'
  /** Its time was over, for none of the other reasons. */
  | 'expired';

/** There is nobody to write to; often said, they tell of a list that was bought or never looked after. */
export const hardClasses: readonly MailClass[] = [
  'mailbox-unknown',
  'mailbox-disabled',
  'domain-unknown',
];

/** What the refusing server said, as far as one did. */
export type MailReason = {
  readonly class: MailClass;
  /** The reply's code; 0 where none came. */
  readonly code: number;
  /** `5.1.1`; empty where none came. */
  readonly enhanced: string;
  /** In the server's words or in ours; at most 500 characters. */
  readonly text: string;
  /** The server's name; empty where none was reached. */
  readonly host: string;
};

/** What the log tells of it: a foreign server's words may name whom the mail was for, or what stood in it. */
export function loggedReason(reason: MailReason | undefined): Partial<Omit<MailReason, 'text'>> {
  if (reason === undefined) return {};
  const { class: kind, code, enhanced, host } = reason;
  return { class: kind, code, enhanced, host };
}
