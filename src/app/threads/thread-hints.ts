/** Hints between the threads of one process: nothing is lost on the way, and what a turn tells goes as one message. */
import { BroadcastChannel } from 'node:worker_threads';
import { boundary, dropped } from '#core/boundary.ts';
import { atTurnEnd } from '#core/turns.ts';
import type { FollowedSettings, Hint, Hints, TraceOrder } from '#queue/hints.ts';

const heard = boundary('threads.hint', 'thread');

/** Past so many lanes in a turn the rest are found by looking. */
const lanesMax = 1_000;

export class ThreadHints implements Hints, Disposable {
  readonly #channel: BroadcastChannel;
  readonly #untold = new Set<string>();
  #isTelling = false;

  /** `name`: the same in all threads of the process. */
  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.unref();
  }

  tell(lanes: Iterable<string>): void {
    for (const lane of lanes) {
      if (this.#untold.size < lanesMax) this.#untold.add(lane);
    }
    if (this.#isTelling || this.#untold.size === 0) return;
    this.#isTelling = true;
    atTurnEnd('send', () => this.#flush());
  }

  sendLive(text: string): void {
    this.#send({ about: 'live', text });
  }

  sendTrace(order: TraceOrder): void {
    this.#send({ about: 'trace', ...order });
  }

  sendSettings(): void {
    this.#send({ about: 'settings' });
  }

  sendFollowed(followed: FollowedSettings): void {
    this.#send({ about: 'followed', ...followed });
  }

  listen(hear: (hint: Hint) => void): AsyncDisposable {
    const take = heard.guard(
      (message: unknown) => hear((message as { readonly data: Hint }).data),
      dropped,
    );
    this.#channel.addEventListener('message', take);
    return {
      [Symbol.asyncDispose]: async () => this.#channel.removeEventListener('message', take),
    };
  }

  [Symbol.dispose](): void {
    this.#channel.close();
  }

  #flush(): void {
    const lanes = [...this.#untold];
    this.#untold.clear();
    this.#isTelling = false;
    this.#send({ about: 'lanes', lanes });
  }

  #send(hint: Hint): void {
    this.#channel.postMessage(hint);
  }
}
