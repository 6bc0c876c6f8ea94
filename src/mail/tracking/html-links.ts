/**
 * The links of a page, found by the tokenizer rules of HTML (§13.2.5) in one pass: what stands in comments,
 * scripts and styles is none, and what a quote encloses is no tag.
 */

import { matchAt, readInside } from './html-attributes.ts';

/** Given the address of a link, what is to stand there instead; undefined: it stays. */
export type LinkChange = (url: string) => string | undefined;

type Tag = {
  readonly name: string;
  /** Where the value of `href` stands. */
  readonly href: readonly [from: number, to: number] | undefined;
  readonly isTracked: boolean;
  readonly end: number;
};

/** Their content is text, whatever it looks like. */
const rawText = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed']);

const linkElements = new Set(['a', 'area']);

/** Links with `data-no-track` stay as they are. */
export function changeLinks(html: string, change: LinkChange): string {
  let changed = '';
  let copied = 0;
  for (const { name, href, isTracked } of startTags(html)) {
    if (!linkElements.has(name) || !isTracked || href === undefined) continue;
    const [from, to] = href;
    const url = readEntities(html.slice(from, to)).trim();
    const instead = change(url);
    if (instead === undefined) continue;
    changed += html.slice(copied, from) + writeEntities(instead);
    copied = to;
  }
  return changed + html.slice(copied);
}

/** Where all links lead, in the order of the page. */
export function linksIn(html: string): readonly string[] {
  return [...startTags(html)].flatMap(({ name, href }) =>
    linkElements.has(name) && href !== undefined ? [readEntities(html.slice(...href)).trim()] : [],
  );
}

function* startTags(html: string): Generator<Tag> {
  /** Elements whose end was looked for in vain. */
  const endless = new Set<string>();
  for (let at = html.indexOf('<'); at !== -1; ) {
    let next = at + 1;
    if (html.startsWith('<!--', at)) {
      // `<!-->` is a whole comment.
      next = html.indexOf('-->', at + 2);
      if (next === -1) return;
    } else if (nameForm.test(html.slice(at + 1, at + 2))) {
      const tag = readTag(html, at);
      if (tag === undefined) return;
      yield tag;
      next = tag.end;
      if (rawText.has(tag.name) && !endless.has(tag.name)) {
        const end = endOfRaw(html, tag);
        if (end === -1) endless.add(tag.name);
        else next = end;
      }
    }
    at = html.indexOf('<', next);
  }
}

const nameForm = /^[a-z]/i;

function endOfRaw(html: string, { name, end }: Tag): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = end;
  return closing.exec(html)?.index ?? -1;
}

const tagName = /[^\s/>]*/y;
function readTag(html: string, at: number): Tag | undefined {
  const name = matchAt(tagName, html, at + 1).toLowerCase();
  const inside = readInside(html, at + 1 + name.length);
  if (inside === undefined) return undefined;
  const href = inside.attributes.find((attribute) => attribute.name === 'href');
  return {
    name,
    href: href && [href.from, href.to],
    isTracked: inside.attributes.every((attribute) => attribute.name !== 'data-no-track'),
    end: inside.end,
  };
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function readEntities(text: string): string {
  return text.replace(
    /&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<code>\d{1,7})|(?<name>amp|lt|gt|quot|apos));/gi,
    (written: string, hex?: string, code?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? written;
      const point = hex === undefined ? Number(code) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : written;
    },
  );
}

/** Fit for any kind of quotes, and for none. */
function writeEntities(text: string): string {
  return text.replace(/[&<>"'\s`=]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
