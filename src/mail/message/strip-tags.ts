/** Text out of html without a parser, in one pass: for pages that are too large or too strange for one. */

/** Elements whose content nobody reads. */
const unread = new Set(['script', 'style', 'title', 'template']);
const blocks = new Set('br p div tr li table hr h1 h2 h3 h4 h5 h6 section article'.split(' '));
const nameForm = /^<\/?(?<name>[a-z][a-z0-9]{0,20})/i;
const nameMax = 24;

export function stripTags(html: string): string {
  let text = '';
  let at = 0;
  /** Names that no end tag follows; each is looked for once. */
  const endless = new Set<string>();
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const close = open === -1 ? -1 : endOfTag(html, open);
    // What is never closed is no tag.
    if (close === -1) break;
    const name = nameForm.exec(html.slice(open, open + nameMax))?.groups?.['name']?.toLowerCase();
    const isTag = name !== undefined || html[open + 1] === '!';
    text += oneLine(html.slice(at, isTag ? open : open + 1));
    if (blocks.has(name ?? '')) text += '\n';
    at = isTag ? close : open + 1;
    if (name === undefined || !unread.has(name) || endless.has(name)) continue;
    if (html[open + 1] === '/') continue;
    const end = endOfElement(html, close, name);
    if (end === undefined) endless.add(name);
    else at = end;
  }
  return tidy(text + oneLine(html.slice(at)));
}

function endOfTag(html: string, open: number): number {
  const end = html.startsWith('<!--', open) ? '-->' : '>';
  const at = html.indexOf(end, open);
  return at === -1 ? -1 : at + end.length;
}

/** An element without an end tag hides nothing. */
function endOfElement(html: string, from: number, name: string): number | undefined {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return undefined;
}

function oneLine(text: string): string {
  return readEntities(text.replaceAll(/\s+/g, ' '));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};

function readEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(?<code>\d{1,7})|(?<name>[a-z]{2,4}));/gi,
    (written: string, code: string | undefined, name: string | undefined) => {
      if (code === undefined) return entities[name?.toLowerCase() ?? ''] ?? written;
      const point = Number(code);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : written;
    },
  );
}

/** At most one empty line in a row, and no blanks at the ends of any. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' '));
  const kept = lines.filter((line, at) => line !== '' || lines[at - 1] !== '');
  return kept.join('\n').trim();
}
