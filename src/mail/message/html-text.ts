/** The text part of an email whose client gave none, made from its html before any word is filled in. */
import { Worker } from 'node:worker_threads';
import type { Clock } from '#core/clock.ts';
import { stripTags } from './strip-tags.ts';

/** Characters; a longer page loses its tags and nothing else. */
const htmlMax = 1_000_000;
/** An ordinary page takes a millisecond; who takes longer than this is not waited for. */
const patienceMs = 2_000;
const startMs = 30_000;
const megabytesMax = 128;

/** Words such as `#UNSUBSCRIBE_LINK#` as the address of a link would be taken for places in the page. */
const wordForm = /#([A-Za-z0-9_]{1,32}(?:\|url)?)#/g;
const markedForm = /\uE000([A-Za-z0-9_]{1,32}(?:\|url)?)\uE001/g;

export class HtmlTexts implements AsyncDisposable {
  readonly #clock: Clock;
  #worker: Worker | undefined;
  /** One page at a time; callers are as many as there are connections to servers. */
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly makeText = async (html: string): Promise<string> => {
    if (html.length > htmlMax) return stripTags(html);
    const marked = html.replaceAll(wordForm, '\uE000$1\uE001');
    const turn = this.#turn.then(() => this.#convert(marked));
    this.#turn = turn;
    const text = await turn;
    return text === undefined ? stripTags(html) : text.replaceAll(markedForm, '#$1#');
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#turn;
    await this.#worker?.terminate();
  }

  /** Undefined where the thread failed or took too long; the next page has a new one. */
  async #convert(html: string): Promise<string | undefined> {
    if (this.#closed) return undefined;
    this.#worker ??= await startWorker(this.#clock);
    const text = await this.#ask(html);
    if (text !== undefined) return text;
    await this.#worker?.terminate();
    this.#worker = undefined;
    return undefined;
  }

  async #ask(html: string): Promise<string | undefined> {
    const worker = this.#worker;
    if (worker === undefined) return undefined;
    worker.ref();
    worker.postMessage(html);
    const text = await answerOf(worker, patienceMs, this.#clock);
    worker.unref();
    return text;
  }
}

/** Loading takes 100 ms, or seconds on a busy machine; it is not counted against the first page. */
async function startWorker(clock: Clock): Promise<Worker | undefined> {
  const worker = new Worker(new URL('./html-text-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytesMax },
  });
  // Whoever waits hears of it; without a listener it would end the process.
  worker.on('error', () => {});
  if ((await answerOf(worker, startMs, clock)) !== undefined) return worker;
  await worker.terminate();
  return undefined;
}

/** The thread's next message; undefined if it ends or the time does. */
async function answerOf(worker: Worker, ms: number, clock: Clock): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const take = (text: string): void => resolve(text);
  const giveUp = (): void => resolve(undefined);
  const timer = clock.after(ms, giveUp);
  worker.once('message', take).once('error', giveUp).once('exit', giveUp);
  const text = await promise;
  timer.cancel();
  worker.off('message', take).off('error', giveUp).off('exit', giveUp);
  return text;
}
