/**
 * Foreign html for a frame. What keeps it from running is its content security policy; here goes what that
 * policy would only refuse aloud: scripts, handlers, sources elsewhere, and links, which lead nowhere in a
 * frame. Images of the mail itself (`cid:`) stand in the page.
 */
import { matchAt, readInside, type TagInside } from '../tracking/html-attributes.ts';

/** Images of the mail by their Content-ID, as `data:` addresses. */
export type OwnImages = ReadonlyMap<string, string>;

export type ShownHtml = {
  readonly html: string;
  /** Sources elsewhere that were left out. */
  readonly remote: number;
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** They go with all that is in them. */
const dropped = words(
  'script noscript iframe frameset object applet template svg math textarea select title xmp noembed noframes',
);
/** Their tags go; what is in them stays. */
const unwrapped = words(
  'html head body meta base link embed form input button video audio source track frame plaintext portal',
);
const sources = words('src srcset background poster data lowsrc dynsrc');
const kept = words(
  'align alt bgcolor border cellpadding cellspacing class color cols colspan dir face height id lang role rows rowspan size span start style title type valign width',
);

const tagName = /[^\s/>]*/y;
const image = 'img';

export function showHtml(html: string, images: OwnImages): ShownHtml {
  let shown = '';
  let remote = 0;
  let at = 0;
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', at)) {
    shown += html.slice(at, open);
    const mark = markAt(html, open);
    if (mark === undefined) return { html: shown, remote };
    at = mark.end;
    if (mark.kind === 'text') shown += '&lt;';
    if (mark.kind === 'end' && !isGone(mark.name)) shown += `</${mark.name}>`;
    if (mark.kind !== 'start') continue;
    const { name, inside } = mark;
    remote += inside.attributes.filter((one) => isRemote(html, one)).length;
    if (dropped.has(name)) at = endOfElement(html, name, at);
    else if (name === 'style') {
      const end = endOfElement(html, name, at);
      const style = html.slice(at, end).replace(/<\/style[^>]*>?$/i, '');
      remote += countSources(style);
      shown += `<style>${withoutSources(style)}</style>`;
      at = end;
    } else if (!unwrapped.has(name)) {
      shown += `<${name}${showAttributes(html, mark, images)}>`;
    }
  }
  return { html: shown + html.slice(at), remote };
}

type Mark =
  | { readonly kind: 'text' | 'comment'; readonly end: number }
  | { readonly kind: 'end'; readonly name: string; readonly end: number }
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly inside: TagInside;
      readonly end: number;
    };

/** Undefined: it never ends, and nothing follows. */
function markAt(html: string, open: number): Mark | undefined {
  const next = html[open + 1] ?? '';
  if (next === '!' || next === '?')
    return endingWith(html, open, html.startsWith('<!--', open) ? '-->' : '>');
  const isEnd = next === '/';
  const from = isEnd ? open + 2 : open + 1;
  if (!/[a-z]/i.test(html[from] ?? '')) {
    return isEnd ? endingWith(html, open, '>') : { kind: 'text', end: open + 1 };
  }
  const written = matchAt(tagName, html, from);
  const inside = readInside(html, from + written.length);
  // What is no word of HTML is no tag that anybody writes.
  const name = /^[a-z][a-z0-9:-]{0,40}$/i.test(written) ? written.toLowerCase() : 'span';
  if (inside === undefined) return undefined;
  const { end } = inside;
  return isEnd ? { kind: 'end', name, end } : { kind: 'start', name, inside, end };
}

function endingWith(html: string, open: number, end: string): Mark | undefined {
  // `<!-->` is a whole comment.
  const at = html.indexOf(end, open + 2);
  return at === -1 ? undefined : { kind: 'comment', end: at + end.length };
}

function isGone(name: string): boolean {
  return dropped.has(name) || unwrapped.has(name) || name === 'style';
}

/** Behind the end tag; without one all that follows belongs to it. */
function endOfElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}

type Place = TagInside['attributes'][number];

function isRemote(html: string, { name, from, to }: Place): boolean {
  const value = html.slice(from, to);
  return sources.has(name)
    ? /^\s*(?:https?:)?\/\//i.test(value)
    : name === 'style' && countSources(value) > 0;
}

function showAttributes(
  html: string,
  { name, inside }: Extract<Mark, { kind: 'start' }>,
  images: OwnImages,
): string {
  return inside.attributes
    .flatMap((attribute) => {
      const value = html.slice(attribute.from, attribute.to);
      if (attribute.name === 'src' && name === image) return ownImage(value, images);
      if (!kept.has(attribute.name)) return [];
      const text = attribute.name === 'style' ? withoutSources(value) : value;
      return [` ${attribute.name}="${text.replaceAll('"', '&quot;')}"`];
    })
    .join('');
}

function ownImage(value: string, images: OwnImages): readonly string[] {
  const source = value.trim();
  const cid = /^cid:(?<id>.+)$/i.exec(source)?.groups?.['id'];
  const data =
    cid === undefined ? (isImageData(source) ? source : undefined) : images.get(decode(cid));
  return data === undefined ? [] : [` src="${data.replaceAll('"', '&quot;')}"`];
}

function isImageData(source: string): boolean {
  return /^data:image\/(?:gif|jpeg|png|webp);base64,[a-z0-9+/=\s]*$/i.test(source);
}

function decode(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

const styleSource = /url\s*\([^)]*\)?|@import[^;]*;?|image-set\s*\([^)]*\)?/gi;

function countSources(style: string): number {
  return style.match(styleSource)?.length ?? 0;
}

/** An escape could spell what is looked for: none is kept. */
function withoutSources(style: string): string {
  return style
    .replaceAll('\\', '')
    .replace(/&#?\w+;?/g, ' ')
    .replace(styleSource, 'none')
    .replaceAll('<', ' ');
}
