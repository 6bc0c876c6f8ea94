/** The inside of a tag by the tokenizer rules of HTML (§13.2.5), in one pass. */

/** Where the value of an attribute stands; the same place twice where it has none. */
export type Attribute = { readonly name: string; readonly from: number; readonly to: number };

export type TagInside = {
  /** In lower case, of two of a name the first (§13.2.5.33). */
  readonly attributes: readonly Attribute[];
  /** Behind the `>`. */
  readonly end: number;
};

const betweenAttributes = /[\s/]*/y;
/** An equals sign at the beginning is part of the name (§13.2.5.32). */
const attributeName = /=?[^\s/>=]*/y;
const equals = /\s*=\s*/y;
const bareValue = /[^\s>]*/y;

/** Reads on to the end of the tag, and never over an octet twice; undefined: it has none, and nothing follows. */
export function readInside(html: string, at: number): TagInside | undefined {
  const attributes = new Map<string, Attribute>();
  for (let place = at; ; ) {
    place += matchAt(betweenAttributes, html, place).length;
    if (place >= html.length) return undefined;
    if (html[place] === '>') return { attributes: [...attributes.values()], end: place + 1 };
    const written = matchAt(attributeName, html, place);
    place += written.length;
    const value = valueAt(html, place);
    if (value === undefined) return undefined;
    const name = written.toLowerCase();
    if (!attributes.has(name)) attributes.set(name, { name, from: value.from, to: value.to });
    place = value.next;
  }
}

/** Of the attribute whose name ends there; undefined where its quote is never closed. */
function valueAt(html: string, place: number) {
  const sign = matchAt(equals, html, place);
  if (sign === '') return { from: place, to: place, next: place };
  const start = place + sign.length;
  const quote = html[start];
  if (quote !== '"' && quote !== "'") {
    const to = start + matchAt(bareValue, html, start).length;
    return { from: start, to, next: to };
  }
  const to = html.indexOf(quote, start + 1);
  return to === -1 ? undefined : { from: start + 1, to, next: to + 1 };
}

/** What stands there in that form; empty: nothing does. */
export function matchAt(form: RegExp, html: string, place: number): string {
  form.lastIndex = place;
  return form.exec(html)?.[0] ?? '';
}
