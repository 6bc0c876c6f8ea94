/** What an email says, as accept has fixed it, and what a recipient's copy adds. */

export type Mailbox = {
  /** As the client wrote it; a domain of any alphabet. */
  readonly address: string;
  readonly name?: string | undefined;
};

/** What the header of an email with copies says, no matter whose copy it is. */
export type ShownMailboxes = {
  /** Whom copies are said to be to: the first recipient. */
  readonly to: Mailbox;
  readonly cc: readonly Mailbox[];
};

export type Attachment = {
  /** Of any characters; the extension of its content type is added where it has none. */
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Shown where the html says `cid:` and this; the attachment then stands beside the html. */
  readonly contentId?: string | undefined;
};

/** Upper-case names of `#NAME#`, and what stands in their place. */
export type Variables = Readonly<Record<string, string>>;

/** A place where a token goes: `{token}` in a text such as `https://example.com/u/{token}`. */
export type TokenTemplate = string;

export type EmailContent = {
  readonly emailId: number;
  readonly from: Mailbox;
  readonly replyTo?: Mailbox | undefined;
  /** The header of every copy. */
  readonly cc?: readonly Mailbox[] | undefined;
  readonly subject: string;
  readonly html: string;
  /** Made from the html where the client gave none. */
  readonly text?: string | undefined;
  readonly attachments: readonly Attachment[];
  /** The client's own, checked at accept; none of those that are written here. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** For all recipients. */
  readonly variables: Variables;
  /** The Date: the later of acceptance and schedule. */
  readonly dateMs: number;
  /** Each link takes the copy's token for unsubscribing. */
  readonly unsubscribe?: UnsubscribeLinks | undefined;
  /** What `#READ_ONLINE#` becomes. */
  readonly readOnline?: TokenTemplate | undefined;
  /** What a copy's html goes through once its values stand in it: the same for the same each time. */
  readonly finishHtml?: ((html: string, mailId: number) => string) | undefined;
  /** Feedback-ID, by which large providers group complaints. */
  readonly feedback?: { readonly account: number; readonly tag?: string | undefined } | undefined;
  /** RFC 3834 §5, for what nobody wrote by hand: notices, not campaigns. */
  readonly autoSubmitted?: boolean | undefined;
};

/** `https` takes RFC 8058's POST; `mailto` is an address with an optional query. */
export type UnsubscribeLinks = {
  readonly https?: TokenTemplate | undefined;
  readonly mailto?: TokenTemplate | undefined;
  /** What the link for `https` tells once the mail is forgotten; undefined: nothing. */
  readonly from?: { readonly accountId: number; readonly stream: string } | undefined;
};

/** One recipient's. */
export type MailCopy = {
  readonly mailId: number;
  readonly to: Mailbox;
  /** Whom the header says that it is to, where that is somebody else: of a cc or a bcc. */
  readonly shownTo?: Mailbox | undefined;
  /** They win over the email's. */
  readonly variables: Variables;
};
