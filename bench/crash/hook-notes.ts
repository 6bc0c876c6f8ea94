/** Everything about the webhooks that came: ids, bytes, order, signatures, and in which life of the sender. */
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

export type Received = {
  readonly body: string;
  /** In which life of the sender each copy came, and which webhook of all it was. */
  readonly copies: { readonly life: number; readonly place: number }[];
};

export class HookNotes {
  /** By `webhook-id`. */
  readonly received = new Map<string, Received>();
  /** Copies of one id whose bytes were others. */
  changedBodies = 0;
  wrongSignatures = 0;
  /** Grows when the sender is killed. */
  life = 0;
  /** What the sender signs with; to be set before the first webhook. */
  secret = '';
  #places = 0;

  note(body: string, headers: IncomingHttpHeaders): void {
    this.#verify(body, headers);
    this.#places += 1;
    const id = String(headers['webhook-id']);
    const copy = { life: this.life, place: this.#places };
    const known = this.received.get(id);
    if (known === undefined) this.received.set(id, { body, copies: [copy] });
    else {
      known.copies.push(copy);
      if (known.body !== body) this.changedBodies += 1;
    }
  }

  #verify(body: string, headers: IncomingHttpHeaders): void {
    try {
      new Webhook(this.secret).verify(body, headers as Record<string, string>);
    } catch {
      this.wrongSignatures += 1;
    }
  }
}
