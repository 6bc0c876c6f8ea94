/** The little html of which mails are made that this program writes itself. */

export function htmlLines(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
}

/** A link whose address is filled in when the mail is composed. */
export function htmlLinkLine(word: string): string {
  return `<p><a href="${word}">${word}</a></p>`;
}

/** A name and a value in each row. */
export function htmlTable(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([name, value]) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

/** `#` begins the name of a variable in a mail's text. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('#', '&#35;');
}
