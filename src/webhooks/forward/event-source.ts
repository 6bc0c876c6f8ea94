/** Reads a server's stream of events and comes back to it, where it stood, whenever it ends. */
import type { Clock } from '#core/clock.ts';

export type StreamedEvent = {
  /** The cursor behind it. */
  readonly cursor: string;
  /** `msg_…`. */
  readonly id: string;
  readonly kind: string;
  readonly test: boolean;
  /** The very bytes of its webhook. */
  readonly body: string;
};

export type EventSourcePorts = {
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly tell: (sentence: string) => void;
};

export type EventSourceQuery = { readonly address: URL; readonly key: string };

/** The server does not want this, and will not want it later. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

const backMs = { least: 1_000, most: 30_000 };
/** A server beats every 15 s; one that says nothing for so long is gone. */
const silentMs = 45_000;

/** Ends when told to stop. Throws `StreamRefused`. */
export async function* readEvents(
  { address, key }: EventSourceQuery,
  { clock, fetch: ask, tell }: EventSourcePorts,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  let cursor = '';
  let waitMs = backMs.least;
  const isStopped = (): boolean => signal.aborted;
  while (!isStopped()) {
    const url = new URL(address);
    // The beginning counts once.
    if (cursor !== '') for (const name of ['since', 'after']) url.searchParams.delete(name);
    try {
      const silence = new Silence(clock, signal);
      const headers = {
        Authorization: `Bearer ${key}`,
        ...(cursor !== '' && { 'Last-Event-ID': cursor }),
      };
      const response = await ask(url, { headers, redirect: 'error', signal: silence.signal });
      if (!response.ok) await refuse(response);
      if (cursor === '') tell(`Listening at ${address.origin}.`);
      for await (const block of blocksOf(response, silence)) {
        waitMs = backMs.least;
        cursor = block.get('id') ?? cursor;
        const event = readEvent(block, cursor);
        if (event !== undefined) yield event;
      }
    } catch (error) {
      if (error instanceof StreamRefused) throw error;
      if (isStopped()) return;
      tell(`${address.origin} is away (${reasonOf(error)}); tried again in ${waitMs / 1_000} s.`);
      await clock.sleep(waitMs, signal).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, backMs.most);
    }
  }
}

/** Aborts a request that has been silent for too long, or when its owner stops. */
class Silence {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  #timer: { cancel(): void } | undefined;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    signal.addEventListener('abort', () => this.#controller.abort(signal.reason), { once: true });
    if (signal.aborted) this.#controller.abort(signal.reason);
    this.broken();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came. */
  broken(): void {
    this.over();
    this.#timer = this.#clock.after(silentMs, () =>
      this.#controller.abort(new Error(`nothing was heard for ${silentMs / 1_000} s`)),
    );
  }

  over(): void {
    this.#timer?.cancel();
  }
}

async function* blocksOf(response: Response, silence: Silence) {
  const text = new StreamText();
  try {
    for await (const octets of response.body ?? []) {
      silence.broken();
      yield* text.take(octets as Uint8Array);
    }
  } finally {
    silence.over();
  }
}

/** 4xx: asking again the same way does not help; but for too many at a time it does. */
async function refuse(response: Response): Promise<never> {
  const said = (await response.text()).slice(0, 2_000);
  const message = /"message":"(?<message>[^"]*)"/.exec(said)?.groups?.['message'] ?? '';
  const sentence = `the server answered ${response.status}${message === '' ? '' : `: ${message}`}`;
  const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429;
  throw isFinal ? new StreamRefused(sentence) : new Error(sentence);
}

const payloadMark = ',"payload":';

/** The payload stands last; it is cut out and not read, so that its bytes stay what they are. */
function readEvent(block: ReadonlyMap<string, string>, cursor: string): StreamedEvent | undefined {
  const data = block.get('data');
  const at = data?.indexOf(payloadMark) ?? -1;
  if (data === undefined || at < 0) return undefined;
  const said = JSON.parse(`${data.slice(0, at)}}`) as Readonly<Record<string, unknown>>;
  return {
    cursor,
    id: String(said['id']),
    kind: String(said['event']),
    test: said['test'] === true,
    body: data.slice(at + payloadMark.length, -1),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

/** Server-sent events as text (HTML Living Standard §9.2.6): octets go in, the fields of whole blocks come out. */

/** Of one event: its body and what stands around it. */
const blockMax = 8_388_608;

class StreamText {
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
