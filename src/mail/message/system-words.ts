/** Words of templates that are ours: what they become for one copy, by the tokens of its mail. */
import type { MailTokens, TokenPurpose } from '../tokens.ts';
import type { EmailContent, TokenTemplate, Variables } from './email-content.ts';

/** Where a token goes in the address of a page or a mailbox. */
const tokenPlace = '{token}';

export function fillToken(template: TokenTemplate, token: string): string {
  return template.replaceAll(tokenPlace, token);
}

type CopyTokens = {
  readonly tokens: MailTokens;
  readonly mailId: number;
  readonly address: string;
};

/** The token of the page; that of the mailbox has to fit a local part. */
export function pageToken(
  { unsubscribe }: Pick<EmailContent, 'unsubscribe'>,
  { tokens, mailId, address }: CopyTokens,
): string {
  return unsubscribe?.from === undefined
    ? tokens.makeToken('unsubscribe', mailId)
    : tokens.sealSubscription({ mailId, address, ...unsubscribe.from });
}

/** What `systemWords` fills in a mailing, or in any other mail, of an installation whose pages are reached. */
export function isSystemWord(name: string, isMailing: boolean): boolean {
  return name === 'READ_ONLINE' || (isMailing && name === 'UNSUBSCRIBE_LINK');
}

export function systemWords(
  content: Pick<EmailContent, 'unsubscribe' | 'readOnline'>,
  copy: CopyTokens,
): Variables {
  const { tokens, mailId } = copy;
  const link = (purpose: TokenPurpose, template: TokenTemplate): string =>
    fillToken(template, tokens.makeToken(purpose, mailId));
  const words: Record<string, string> = {};
  const { https, mailto } = content.unsubscribe ?? {};
  if (https !== undefined) words['UNSUBSCRIBE_LINK'] = fillToken(https, pageToken(content, copy));
  else if (mailto !== undefined) {
    words['UNSUBSCRIBE_LINK'] = `mailto:${link('unsubscribe', mailto)}`;
  }
  if (content.readOnline !== undefined) {
    words['READ_ONLINE'] = link('read-online', content.readOnline);
  }
  return words;
}
