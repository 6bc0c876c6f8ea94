/** The little html of which mails are made that this program writes itself. */
import { escapeHtml } from './html-text.ts';

export function htmlLines(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escaped(line)}</p>`).join('');
}

/** A link whose address is filled in when the mail is composed. */
export function htmlLinkLine(word: string): string {
  return `<p><a href="${word}">${word}</a></p>`;
}

/** A name and a value in each row. */
export function htmlTable(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([name, value]) => `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

/** `#` begins the name of a variable in a mail's text. */
function escaped(text: string): string {
  return escapeHtml(text).replaceAll(/(?<!&)#/g, '&#35;');
}
