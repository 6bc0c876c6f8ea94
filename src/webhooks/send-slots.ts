/**
 * How much this process sends at once, and in whose turn: lanes take turns of a few requests each, and
 * lanes that fail share a quarter, since each of their requests may hold its place for 15 seconds.
 */
import { socketsMax } from './http/socket-budget.ts';

/** Each has a socket of its own. */
const inFlightMax = socketsMax;
const failingMax = inFlightMax / 4;

export class SendSlots {
  #inFlight = 0;
  #failing = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Requests that a lane may begin now. */
  room(failing: boolean): number {
    const room = inFlightMax - this.#inFlight;
    return failing ? Math.min(room, failingMax - this.#failing) : room;
  }

  take(failing: boolean): void {
    this.#inFlight += 1;
    if (failing) this.#failing += 1;
  }

  release(failing: boolean): void {
    this.#inFlight -= 1;
    if (failing) this.#failing -= 1;
  }
}
