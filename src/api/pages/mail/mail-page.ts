/** A small page for the person who follows a link of a mail: a heading, what is so, and at most a button. */
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { preferredLanguage } from '#api/language.ts';
import { escapeHtml } from '#core/html-text.ts';
import { readOwnFile } from '#core/own-files.ts';
import { policyFor } from '../html.ts';
import { type MailPageTexts, mailPageTexts } from './mail-page-texts.ts';

type TextName = keyof MailPageTexts;

export type MailPage = {
  readonly status: number;
  readonly title: TextName;
  readonly text: TextName;
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** It posts RFC 8058's body to its own address. */
  readonly button?: TextName | undefined;
  readonly note?: TextName | undefined;
};

const frame = readOwnFile(new URL('mail-page.html', import.meta.url)).toString();

const headers = pageHeaders(policyFor(frame, "'self'")).concat(
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Vary', 'Accept-Language'],
  ['X-Robots-Tag', 'noindex, nofollow'],
);

export function showMailPage(page: MailPage, request: HttpRequest): HttpReply {
  const language = preferredLanguage(request.headers['accept-language']);
  const texts = mailPageTexts[language];
  // Whose link outlives its mail is not told who had sent it.
  const sender = page.values?.['sender'] || texts.someone;
  const say = (name: TextName): string => fill(texts[name], { ...page.values, sender });
  const form =
    page.button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>${say(page.button)}</button></form>`;
  const note = page.note === undefined ? '' : `<p class="soft">${say(page.note)}</p>`;
  const content = `<h1>${say(page.title)}</h1><p>${say(page.text)}</p>${form}${note}`;
  const body = frame
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('%title%', () => say(page.title))
    .replace('%content%', () => content);
  return { status: page.status, headers, body };
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}
