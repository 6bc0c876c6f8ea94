/** The form in which a text is priced, stored and sent: composed, with one kind of line break. */

/** Most texts: nothing below U+0300 is ever composed with what stands in front of it. */
const normalAlready = /^[\n\f\x20-\x7e\xa0-\u02ff\u20ac]*$/;

/** Control characters of ASCII and Latin-1 but the line break and, on a phone a new page, the form feed. */
const strayControls = /(?![\n\f])\p{Cc}/gu;

/** Normalising what is normal changes nothing. */
export function normaliseText(text: string): string {
  if (normalAlready.test(text)) return text;
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replaceAll('\t', ' ')
      // Before composing: a control may stand between a letter and its accent.
      .replace(strayControls, '')
      .normalize('NFC')
  );
}
