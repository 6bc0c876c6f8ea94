/**
 * Reads XML into elements: what a request needs of XML 1.0, and nothing that could hurt. No document type,
 * so no entity but the five and the numeric ones; attributes are passed over. One pass that looks at each
 * character a fixed number of times. Libraries read unbalanced documents and undeclared entities kindly.
 */
import type { ErrorWord } from '#api/errors.ts';
import { must } from '#core/assert.ts';
import { depthMax } from './value.ts';

export type Element = {
  readonly name: string;
  /** All text directly inside, as written. */
  text: string;
  readonly children: Element[];
};

export const elementsMax = 20_000;

/** The root element, or why there is none. */
export function readXml(written: string): Element | ErrorWord {
  if (forbiddenCharacter.test(written)) return 'body is not XML';
  // XML 1.0 §2.11: every line ends in one line feed.
  const text = written.replace(/\r\n?/g, '\n');
  const document = makeElement('');
  const tree: Tree = { text, open: [document], elements: 0 };
  for (let at = 0; at < text.length; ) {
    const next = readNext(tree, at);
    if (typeof next !== 'number') return next;
    at = next;
  }
  const [root, ...others] = document.children;
  const isWhole = tree.open.length === 1 && others.length === 0 && document.text.trim() === '';
  return isWhole && root !== undefined ? root : 'body is not XML';
}

/** XML 1.0 §2.2: what no document may hold. */
const forbiddenCharacter = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

type Tree = {
  readonly text: string;
  /** From the document down to the innermost element that is not closed. */
  readonly open: Element[];
  elements: number;
};

function makeElement(name: string): Element {
  return { name, text: '', children: [] };
}

/** Where what follows ends: a stretch of text, a tag, a comment. */
function readNext(tree: Tree, at: number): number | ErrorWord {
  const { text } = tree;
  if (text[at] !== '<') return readText(tree, at);
  if (text.startsWith('<!--', at)) return endBehind(text, '-->', at + 4);
  if (text.startsWith('<?', at)) return endBehind(text, '?>', at + 2);
  if (text.startsWith('<![CDATA[', at)) return readSection(tree, at + 9);
  return text[at + 1] === '!' ? 'XML has a document type' : readTag(tree, at);
}

function endBehind(text: string, end: string, from: number): number | ErrorWord {
  const found = text.indexOf(end, from);
  return found < 0 ? 'body is not XML' : found + end.length;
}

function readSection(tree: Tree, from: number): number | ErrorWord {
  const end = endBehind(tree.text, ']]>', from);
  if (typeof end === 'number') innermost(tree).text += tree.text.slice(from, end - 3);
  return end;
}

function readText(tree: Tree, at: number): number | ErrorWord {
  const open = tree.text.indexOf('<', at);
  const end = open < 0 ? tree.text.length : open;
  const stretch = tree.text.slice(at, end);
  for (const [, name] of stretch.matchAll(reference)) {
    if (characterOf(name) === undefined) return 'XML has an unknown entity';
  }
  innermost(tree).text += stretch.replace(
    reference,
    (whole, name?: string) => characterOf(name) ?? whole,
  );
  return end;
}

/** §4.1; a bare `&` is none and refused with the unknown ones. */
const reference = /&(?:(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)?/g;

/** §4.6: five names need no declaration. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function characterOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (!name.startsWith('#')) return named[name];
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const character = code <= 0x10_ffff ? String.fromCodePoint(code) : '\0';
  // §4.1: a reference must name a character that could stand there itself.
  return forbiddenCharacter.test(character) ? undefined : character;
}

/** §3.1: a start tag with its attributes, an end tag, or an empty element. */
const tag =
  /<(?<slash>\/?)(?<name>[\p{L}_:][^\s<>/&"'=!?]*)(?<attributes>(?:\s+[^\s<>/&"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/uy;

function readTag(tree: Tree, at: number): number | ErrorWord {
  tag.lastIndex = at;
  const { slash, name = '', attributes, empty } = tag.exec(tree.text)?.groups ?? {};
  if (slash === undefined) return 'body is not XML';
  const end = tag.lastIndex;
  if (slash === '') return openElement(tree, name, empty === '/') ?? end;
  const isBalanced = attributes === '' && empty === '' && innermost(tree).name === name;
  if (!isBalanced) return 'body is not XML';
  tree.open.pop();
  return end;
}

function openElement(tree: Tree, name: string, isEmpty: boolean): ErrorWord | undefined {
  const element = makeElement(name);
  innermost(tree).children.push(element);
  tree.elements += 1;
  if (!isEmpty) tree.open.push(element);
  if (tree.elements > elementsMax) return 'too many elements';
  return tree.open.length > depthMax ? 'nesting is too deep' : undefined;
}

function innermost(tree: Tree): Element {
  return must(tree.open.at(-1), 'open element');
}
