/**
 * What the links have learned, on its way to the storage: one commit for all that a turn brought.
 *
 * Events get their ids here, in the order in which the calls go out, and the storage commits calls in
 * that order: so a reader that walks the events with a cursor never skips one.
 */
import { must } from '#core/assert.ts';
import { Batcher, type Gathering } from '#queue/batcher.ts';
import type { IdSource } from '#queue/id-source.ts';
import { numberEvents, type OwedEvent } from '#queue/owed-event.ts';
import type {
  FactResults,
  Facts,
  KeptReceipt,
  MatchedReceipt,
  MessageStore,
  PartRefusal,
  ReceiptResult,
  Submit,
} from './message-store.ts';

type Fact =
  | { readonly kind: 'submit'; readonly fact: Submit }
  | { readonly kind: 'receipt'; readonly fact: MatchedReceipt }
  | { readonly kind: 'refusal'; readonly fact: PartRefusal };

type FactResult = readonly KeptReceipt[] | ReceiptResult | boolean;

/**
 * Nobody waits for the fact that a part was submitted, and a crash costs a window of them anyway: it goes along with
 * what is waited for. A commit costs as much CPU as ten facts.
 */
const usualGathering: Gathering = { waitMs: 10, enough: 64 };

export type FactPorts = {
  readonly store: Pick<MessageStore, 'recordFacts'>;
  readonly eventIds: Pick<IdSource, 'take'>;
  /** Takes events whose commit has just been done. */
  readonly eventsStored: (events: readonly OwedEvent[]) => void;
  /** Of submits; left out, the usual one. */
  readonly gathering?: Gathering | undefined;
};

/** An operator waits for the answer to its receipt, an account for the event. */
const hurries = { hurries: true };

export class FactRecorder {
  readonly #ports: FactPorts;
  readonly #batcher: Batcher<Fact, FactResult>;

  constructor(ports: FactPorts) {
    this.#ports = ports;
    this.#batcher = new Batcher((facts) => this.#store(facts), ports.gathering ?? usualGathering);
  }

  /** Facts whose commit is not known yet. */
  get unsettled(): number {
    return this.#batcher.unsettled;
  }

  /** Answers the receipts that came before the submit. */
  submitted(fact: Submit): Promise<readonly KeptReceipt[]> {
    return this.#batcher.add({ kind: 'submit', fact }) as Promise<readonly KeptReceipt[]>;
  }

  received(fact: MatchedReceipt): Promise<ReceiptResult> {
    return this.#batcher.add({ kind: 'receipt', fact }, hurries) as Promise<ReceiptResult>;
  }

  /** Answers whether the recipient's state changed. */
  refused(fact: PartRefusal): Promise<boolean> {
    return this.#batcher.add({ kind: 'refusal', fact }, hurries) as Promise<boolean>;
  }

  async #store(facts: readonly Fact[]): Promise<readonly FactResult[]> {
    const stamped = this.#stamp(facts);
    const results = await this.#ports.store.recordFacts(stamped);
    const changed = storedEvents(stamped, results);
    if (changed.length > 0) this.#ports.eventsStored(changed);
    return inOrder(facts, results);
  }

  #stamp(facts: readonly Fact[]): Facts {
    const submits: Submit[] = [];
    const receipts: MatchedReceipt[] = [];
    const refusals: PartRefusal[] = [];
    for (const { kind, fact } of facts) {
      if (kind === 'submit') submits.push(fact);
      else if (kind === 'receipt') receipts.push({ ...fact, events: this.#withIds(fact.events) });
      else refusals.push({ ...fact, events: this.#withIds(fact.events) });
    }
    return { submits, receipts, refusals };
  }

  #withIds(events: readonly OwedEvent[]): readonly OwedEvent[] {
    return numberEvents(events, this.#ports.eventIds);
  }
}

function storedEvents({ receipts, refusals }: Facts, results: FactResults): OwedEvent[] {
  return [
    ...receipts.filter((_, index) => results.receipts[index] === 'state changed'),
    ...refusals.filter((_, index) => results.refusals[index] === true),
  ].flatMap(({ events }) => events);
}

/** The storage answers by kind; the callers wait in the order they came. */
function inOrder(facts: readonly Fact[], results: FactResults): readonly FactResult[] {
  const next = { submit: 0, receipt: 0, refusal: 0 };
  const byKind = {
    submit: results.submits,
    receipt: results.receipts,
    refusal: results.refusals,
  } as const;
  return facts.map(({ kind }) => {
    const at = next[kind];
    next[kind] += 1;
    return must(byKind[kind][at], `result of a ${kind}`);
  });
}
