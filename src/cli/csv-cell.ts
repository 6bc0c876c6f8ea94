/** One cell of a CSV file (RFC 4180) that people open in spreadsheets, which take some texts for formulas. */

const formula = /^'*[=+\-@\t\r]/;

/** A text that would be a formula has an apostrophe before it, as spreadsheets write texts themselves. */
export function csvCell(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** As it was before `csvCell`. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
