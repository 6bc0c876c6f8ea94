/** Server-sent events as text (HTML Living Standard §9.2.6): octets go in, the fields of whole blocks come out. */

/** Of one event: its body and what stands around it. */
const blockMax = 8_388_608;

export class StreamText {
  readonly #decoder = new TextDecoder();
  #text = '';

  *take(octets: Uint8Array): Generator<ReadonlyMap<string, string>> {
    this.#text += this.#decoder.decode(octets, { stream: true }).replaceAll('\r\n', '\n');
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end < 0) break;
      const block = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
      yield fieldsOf(block);
    }
    if (this.#text.length > blockMax) throw new Error('the server sends an event without end');
  }
}

/** Several lines of data would be one text with line breaks; ours have one. A line without a name is a comment. */
function fieldsOf(block: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name !== '') fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  return fields;
}
