/**
 * Texts on their way into the database and back.
 *
 * PostgreSQL keeps every character but U+0000, which a message may well hold (it is `@` in some
 * alphabets, and nothing forbids it in a tag). It is written as two characters, the first of them one
 * that Unicode keeps free for such uses; where that one itself occurs it is written as two as well.
 */

const mark = '\uFDD0';
const written = { '\0': `${mark}0`, [mark]: `${mark}1` } as const;

/** The text as it is stored. Halves of a surrogate pair become U+FFFD, as everywhere outside JavaScript. */
export function storedText(text: string): string {
  const kept = text.isWellFormed() ? text : text.toWellFormed();
  return kept.includes('\0') || kept.includes(mark)
    ? kept.replace(/[\0\uFDD0]/g, (character) => written[character as keyof typeof written])
    : kept;
}

export function readText(text: string): string {
  return text.includes(mark)
    ? text.replace(/\uFDD0([01])/g, (_, which) => (which === '0' ? '\0' : mark))
    : text;
}
