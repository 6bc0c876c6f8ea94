/** One kind of event within a process: what is told is heard at once by all that follow, in the order in which they began to. */
import { boundary, dropped } from './boundary.ts';

/** What is told has happened: a follower that throws ends its own look alone, and fails neither the others nor the teller. */
export const followers = boundary('core.follower', 'library');

export class Topic<Event> {
  readonly #hearers: ((event: Event) => void)[] = [];

  follow(hear: (event: Event) => void): void {
    this.#hearers.push(hear);
  }

  readonly tell = (event: Event): void => {
    for (const hear of this.#hearers) followers.run(() => hear(event), dropped);
  };
}
