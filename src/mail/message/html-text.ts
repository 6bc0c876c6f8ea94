/** The text part of an email whose client gave none, made from its html before any word is filled in. */
import type { Clock } from '#core/clock.ts';
import { SideThread } from '#core/side-thread.ts';
import { stripTags } from './strip-tags.ts';

/** Characters; a longer page loses its tags and nothing else. */
const htmlMax = 1_000_000;
/** An ordinary page takes a millisecond; who takes longer than this is not waited for. */
const patienceMs = 2_000;
const megabytesMax = 128;

/** Words such as `#UNSUBSCRIBE_LINK#` as the address of a link would be taken for places in the page. */
const wordForm = /#([A-Za-z0-9_]{1,32}(?:\|url)?)#/g;
const markedForm = /\uE000([A-Za-z0-9_]{1,32}(?:\|url)?)\uE001/g;

export class HtmlTexts implements AsyncDisposable {
  /** Callers are as many as there are connections to servers. */
  readonly #thread: SideThread<string, string>;

  constructor(clock: Clock) {
    const module = new URL('./html-text-worker.ts', import.meta.url);
    this.#thread = new SideThread({ module, patienceMs, megabytesMax, clock });
  }

  readonly makeText = async (html: string): Promise<string> => {
    if (html.length > htmlMax) return stripTags(html);
    const marked = html.replaceAll(wordForm, '\uE000$1\uE001');
    const text = await this.#thread.ask(marked);
    return text === undefined ? stripTags(html) : text.replaceAll(markedForm, '#$1#');
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}
