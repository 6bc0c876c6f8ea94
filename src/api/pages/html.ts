/** Documents for people: made once from their file, in each language, with a policy that fits them exactly. */
import { createHash } from 'node:crypto';
import type { HttpReply } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { type Language, preferredLanguage } from '#api/language.ts';
import { readOwnFile } from '#core/own-files.ts';
import type { Page } from './page.ts';

export type Document = {
  readonly path: string;
  /** In this folder. */
  readonly file: string;
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  /** Filled into the texts too. */
  readonly values?: Readonly<Record<string, string>> | undefined;
};

/** Style and script stand in the document, so that it needs nothing else. */
export function showDocument(document: Document): Page {
  const html = readOwnFile(new URL(document.file, import.meta.url)).toString();
  const headers = pageHeaders(policyFor(html)).concat(
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Vary', 'Accept-Language'],
  );
  const replyIn = (language: Language): HttpReply => ({
    status: 200,
    headers,
    body: fill(html, document, language),
  });
  const replies: Readonly<Record<Language, HttpReply>> = { en: replyIn('en'), fr: replyIn('fr') };
  return {
    path: document.path,
    methods: ['GET', 'HEAD'],
    answer: (request) => replies[preferredLanguage(request.headers['accept-language'])],
  };
}

/** A text may hold values, which hold nothing more. The file itself says that it is English. */
function fill(html: string, { texts, values = {} }: Document, language: Language): string {
  const translated = html.replace('<html lang="en">', `<html lang="${language}">`);
  return replaceNames(replaceNames(translated, texts[language]), values);
}

function replaceNames(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/%(\w+)%/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** Only the style and the script that stand there may run: CSP 3 §8.3 names them by their hashes. */
export function policyFor(html: string, formAction = "'none'"): string {
  const script = hashInside(html, 'script');
  return [
    "default-src 'none'",
    `style-src ${hashInside(html, 'style') ?? "'none'"}`,
    ...(script === undefined ? [] : [`script-src ${script}`, "connect-src 'self'"]),
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashInside(html: string, element: 'script' | 'style'): string | undefined {
  const form = new RegExp(`<${element}\\b[^>]*>(?<text>.*?)</${element}>`, 's');
  const text = form.exec(html)?.groups?.['text'];
  if (text === undefined) return undefined;
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
