/** Header fields as text: RFC 5322 folding, RFC 2047 words for what is not ASCII. */

// RFC 5322 §2.1.1: 998 is the end, 78 is manners. RFC 2047 §2: 75 a word, 76 a line that has one.
const lineMax = 78;
const wordLineMax = 76;
const wordMax = 75;
/** A run without a blank cannot be folded; beyond this it is coded, which can. */
const runMax = 900;

const wordStart = { Q: '=?UTF-8?Q?', B: '=?UTF-8?B?' };
const wordEnd = '?=';
const frame = wordStart.Q.length + wordEnd.length;

/** The value of an unstructured field, coded where it must be and folded: with its name, without CRLF. */
export function writeUnstructured(name: string, value: string): string {
  const text = cleanLine(value);
  const start = `${name}: `;
  return mustBeCoded(text) ? start + encodedWords(text, start.length) : foldAtBlanks(start + text);
}

/** One line: what would end it, or means nothing in a header, becomes a blank. */
export function cleanLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').toWellFormed();
}

function mustBeCoded(text: string): boolean {
  if (!/^[\x20-\x7e]*$/.test(text) || text.includes('=?')) return true;
  // Blanks at the ends and in a row would not survive folding.
  if (text.startsWith(' ') || text.endsWith(' ') || text.includes('  ')) return true;
  return text.length > runMax && text.split(' ').some((run) => run.length > runMax);
}

/** Breaks before a blank, so that no line is longer than 78 where there is a blank to break at. */
function foldAtBlanks(line: string): string {
  if (line.length <= lineMax) return line;
  // The blank behind the field's name is no place: the first line would have no value.
  const nameEnd = line.indexOf(': ') + 2;
  const lines: string[] = [];
  let start = 0;
  let blank = -1;
  for (let at = line.indexOf(' ', nameEnd); at !== -1; at = line.indexOf(' ', at + 1)) {
    if (at - start > lineMax && blank > start) {
      lines.push(line.slice(start, blank));
      start = blank;
    }
    blank = at;
  }
  if (line.length - start > lineMax && blank > start) {
    lines.push(line.slice(start, blank));
    start = blank;
  }
  lines.push(line.slice(start));
  return lines.join('\r\n');
}

/**
 * RFC 2047 §2: words of at most 75 characters with whole characters in each, one to a line. `used` is what
 * stands on the first line already.
 */
export function encodedWords(text: string, used: number): string {
  const encoding = qLengthOf(text) <= bLengthOf(text) ? 'Q' : 'B';
  const words: string[] = [];
  let room = Math.min(wordMax, wordLineMax - used) - frame;
  let held = '';
  let heldLength = 0;
  for (const character of text) {
    const length = encoding === 'Q' ? qLengthOf(character) : Buffer.byteLength(character);
    const total = encoding === 'Q' ? heldLength + length : base64Of(heldLength + length);
    if (held !== '' && total > room) {
      words.push(held);
      held = '';
      heldLength = 0;
      room = wordMax - frame;
    }
    held += character;
    heldLength += length;
  }
  words.push(held);
  return words.map((word) => encodedWord(word, encoding)).join('\r\n ');
}

function encodedWord(text: string, encoding: 'Q' | 'B'): string {
  const coded = encoding === 'Q' ? writeQ(text) : Buffer.from(text).toString('base64');
  return wordStart[encoding] + coded + wordEnd;
}

/** RFC 2047 §5 (3): what may stand for itself in a phrase, which is good everywhere else, too. */
const isPlainInQ = /[A-Za-z0-9!*+\-/]/;

function writeQ(text: string): string {
  let coded = '';
  for (const octet of Buffer.from(text)) {
    const character = String.fromCharCode(octet);
    if (isPlainInQ.test(character)) coded += character;
    else if (character === ' ') coded += '_';
    else coded += `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return coded;
}

function qLengthOf(text: string): number {
  const plain = text.match(/[A-Za-z0-9!*+\-/ ]/g)?.length ?? 0;
  return plain + 3 * (Buffer.byteLength(text) - plain);
}

function bLengthOf(text: string): number {
  return base64Of(Buffer.byteLength(text));
}

function base64Of(octets: number): number {
  return Math.ceil(octets / 3) * 4;
}
