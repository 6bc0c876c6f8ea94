/** An email that a person is writing: as the API takes it, and what is wrong with its files. */
import { atOnce, type Later, scheduleOf, timeOf } from '../../components/later.ts';

export type DraftFile = {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly base64Content: string;
};

export type EmailDraft = Later & {
  readonly to: string;
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  /** `plain`: it is written as plain text, and the html is made of it. */
  readonly form: 'plain' | 'html';
  readonly html: string;
  readonly text: string;
  readonly files: readonly DraftFile[];
  readonly tag: string;
  readonly unsubscribe: boolean;
};

export const emptyEmail: EmailDraft = {
  to: '',
  from: '',
  replyTo: '',
  subject: '',
  form: 'plain',
  html: '',
  text: '',
  files: [],
  tag: '',
  unsubscribe: false,
  ...atOnce,
};

export function isReady(draft: EmailDraft): boolean {
  const { to, subject, isLater, day } = draft;
  return to.trim() !== '' && subject.trim() !== '' && !isBlank(draft) && (!isLater || day !== '');
}

/** Without a text there is nothing to look at. */
export function isBlank({ form, html, text }: EmailDraft): boolean {
  return (form === 'html' ? html : text).trim() === '';
}

/** The members of `POST /mail/v1/send`; what was left empty is left out. */
export function requestOf(draft: EmailDraft) {
  const { from, replyTo, subject, form, html, text, tag, unsubscribe, isLater } = draft;
  return {
    to: splitPeople(draft.to).map(mailboxOf),
    subject: subject.trim(),
    htmlContent: form === 'html' ? html : htmlOf(text),
    ...(text.trim() !== '' && { textContent: text }),
    ...(from.trim() !== '' && { from: mailboxOf(from) }),
    ...(replyTo.trim() !== '' && { replyTo: mailboxOf(replyTo) }),
    ...(tag.trim() !== '' && { tag: tag.trim() }),
    ...(unsubscribe && { unsubscribe }),
    ...(isLater && scheduleOf(draft)),
  };
}

/** What the operations of sending ask for. */
export function askedOf(draft: EmailDraft) {
  const { from, replyTo, subject, form, html, text, tag, unsubscribe, isLater } = draft;
  return {
    to: [...splitPeople(draft.to)],
    sender: from.trim(),
    replyTo: replyTo.trim(),
    subject: subject.trim(),
    html: form === 'html' ? html : htmlOf(text),
    ...(text.trim() !== '' && { text }),
    tag: tag.trim(),
    unsubscribe,
    ...(isLater && { at: timeOf(draft) }),
  };
}

/** A file as the API takes it. */
export function attachmentOf({ filename, contentType, base64Content }: DraftFile) {
  return { filename, contentType, base64Content };
}

/** At lines, semicolons and commas, but not at a comma within a quoted name. */
export function splitPeople(text: string): readonly string[] {
  const people = text.match(/(?:"[^"\n]*"|[^",;\n])+/g) ?? [];
  return people.map((one) => one.trim()).filter((one) => one !== '');
}

/** `ann@example.com`, or `Ann Lee <ann@example.com>`. */
function mailboxOf(written: string): { readonly email: string; readonly name?: string } {
  const groups = /^(?<name>[^<]*)<(?<email>[^>]*)>\s*$/.exec(written.trim())?.groups;
  const name = (groups?.['name'] ?? '').trim().replace(/^"(?<inside>.*)"$/, '$<inside>');
  const email = (groups?.['email'] ?? written).trim();
  return name === '' ? { email } : { email, name };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Paragraphs at empty lines, breaks at the others. */
export function htmlOf(text: string): string {
  const escaped = text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  const paragraphs = escaped.split(/\n[ \t]*\n+/).filter((one) => one.trim() !== '');
  return paragraphs.map((one) => `<p>${one.trim().replaceAll('\n', '<br>\n')}</p>`).join('\n');
}

/** As the server has it: what is over it is refused there as well. */
const filesMax = 3;
export const fileBytesMax = 5 * 1_024 * 1_024;
const refusedExtensions = /\.(?:exe|js|vbs|scr|bat|cmd|com|pif|jar|lnk|ps1|msi|iso)$/i;

export type FileFault = 'tooMany' | 'tooLarge' | 'refusedKind';

/** Why one more file cannot be attached; undefined: it can. */
export function faultOfFile(
  file: { readonly name: string; readonly size: number },
  attached: number,
): FileFault | undefined {
  if (attached >= filesMax) return 'tooMany';
  if (file.size > fileBytesMax) return 'tooLarge';
  return refusedExtensions.test(file.name) ? 'refusedKind' : undefined;
}
