/** Server-sent events as text (HTML Living Standard §9.2.6): pieces go in, whole blocks come out. */

export type Block = {
  readonly event: string;
  readonly data: string;
  /** Undefined: the block has none. */
  readonly id: string | undefined;
};

/** A block of ours is some kilobytes long. */
const charactersMax = 4_194_304;

export class EventBlocks {
  #text = '';

  /** Throws where a block has no end. */
  take(text: string): readonly Block[] {
    const pieces = (this.#text + text).split('\n\n');
    this.#text = pieces.pop() ?? '';
    if (this.#text.length > charactersMax) throw new Error('The server sends a block without end');
    return pieces.map(blockOf);
  }
}

/** A line without a name is a comment. */
function blockOf(piece: string): Block {
  const fields = new Map<string, string>();
  for (const line of piece.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  const [event = '', data = ''] = [fields.get('event'), fields.get('data')];
  return { event, data, id: fields.get('id') };
}
