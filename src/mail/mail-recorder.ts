/**
 * All commits that have events of mails, or of nothing else that is stored, one after the other: events get their ids here, in the order in
 * which they are committed, so that a reader with a cursor never skips one.
 *
 * What waits meanwhile goes together: settlements with settlements, facts with facts.
 */
import { atTurnEnd } from '#core/turns.ts';
import type { IdSource } from '#queue/id-source.ts';
import { numberEvents, type OwedEvent } from '#queue/owed-event.ts';
import type { DeliveryStore, MailSettlement } from './delivery/delivery-store.ts';
import { mailCommits } from './mail-boundaries.ts';
import type { NewMailFact } from './mail-fact-store.ts';
import type {
  EmailAcceptance,
  EmailAcceptResult,
  EmailCancellation,
  EmailStore,
} from './sending/email-store.ts';
import type { NewSuppression, Suppression } from './suppression/suppression.ts';
import type { SuppressionStore } from './suppression/suppression-store.ts';

export type MailRecorderPorts = {
  readonly emails: Pick<EmailStore, 'acceptEmail' | 'cancelEmail' | 'recordMailFacts'> &
    Pick<DeliveryStore, 'settleMails'>;
  readonly suppressions: Pick<
    SuppressionStore,
    'addSuppressions' | 'removeSuppression' | 'putEventsOfChanges'
  >;
  /** For a commit of events alone. */
  readonly webhooks: { addEvents(events: readonly OwedEvent[]): Promise<void> };
  readonly eventIds: Pick<IdSource, 'take'>;
  /** Takes events whose commit has just been done. */
  readonly eventsStored: (events: readonly OwedEvent[]) => void;
  /** Calls commit in the order in which they go out, so that none need wait for the one before. */
  readonly commitsInOrder: boolean;
};

/** Of one commit. */
const itemsMax = 128;

export class MailRecorder {
  readonly #ports: MailRecorderPorts;
  readonly #settlements: Gathered<MailSettlement, boolean>;
  readonly #facts: Gathered<NewMailFact, boolean>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ports: MailRecorderPorts) {
    this.#ports = ports;
    this.#settlements = new Gathered((take) =>
      this.#inTurn(() => this.#store(take(), (items) => ports.emails.settleMails(items))),
    );
    this.#facts = new Gathered((take) =>
      this.#inTurn(() => this.#store(take(), (items) => ports.emails.recordMailFacts(items))),
    );
  }

  /** Of each whether its fact was noted. */
  async settleMails(settlements: readonly MailSettlement[]): Promise<readonly boolean[]> {
    return Promise.all(settlements.map((each) => this.#settlements.add(each)));
  }

  async recordFacts(facts: readonly NewMailFact[]): Promise<readonly boolean[]> {
    return Promise.all(facts.map((each) => this.#facts.add(each)));
  }

  /** One without events need not wait for its turn. */
  async accept(acceptance: EmailAcceptance): Promise<EmailAcceptResult> {
    const { emails } = this.#ports;
    if (acceptance.events.length === 0) return emails.acceptEmail(acceptance);
    return this.#inTurn(async () => {
      const numbered = this.#numbered(acceptance);
      const result = await emails.acceptEmail(numbered);
      if (result.kind === 'accepted') this.#ports.eventsStored(numbered.events);
      return result;
    });
  }

  cancel(cancellation: EmailCancellation): Promise<boolean> {
    return this.#inTurn(async () => {
      const numbered = this.#numbered(cancellation);
      const isDone = await this.#ports.emails.cancelEmail(numbered);
      if (isDone) this.#ports.eventsStored(numbered.events);
      return isDone;
    });
  }

  /** Events that no mail brings along. */
  tell(events: readonly OwedEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      const numbered = this.#ids(events);
      await this.#ports.webhooks.addEvents(numbered);
      this.#ports.eventsStored(numbered);
    });
  }

  /** Undefined: nothing was put on the list. */
  addSuppression(added: NewSuppression): Promise<Suppression | undefined> {
    return this.#inTurn(async () => {
      const events = this.#ids(added.events);
      const [put] = await this.#ports.suppressions.addSuppressions([{ ...added, events }]);
      if (put?.isNew === true) this.#ports.eventsStored(events);
      return put?.entry;
    });
  }

  removeSuppression(
    { accountId, id }: Pick<Suppression, 'accountId' | 'id'>,
    told: readonly OwedEvent[],
  ): Promise<boolean> {
    return this.#inTurn(async () => {
      const events = this.#ids(told);
      const isDone = await this.#ports.suppressions.removeSuppression(accountId, id, events);
      if (isDone) this.#ports.eventsStored(events);
      return isDone;
    });
  }

  /** False: another process has told some of them. */
  putEventsOfChanges(changes: readonly ToldChange[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const told = changes.map(({ id, events }) => ({ id, events: this.#ids(events) }));
      const isDone = await this.#ports.suppressions.putEventsOfChanges(told);
      if (isDone) this.#ports.eventsStored(told.flatMap(({ events }) => events));
      return isDone;
    });
  }

  async #store<Item extends TellingItem>(
    items: readonly Item[],
    store: (items: readonly Item[]) => Promise<readonly boolean[]>,
  ): Promise<readonly boolean[]> {
    const numbered = items.map((item) => this.#numbered(item));
    const noted = await store(numbered);
    const events = numbered.flatMap((item, index) => (noted[index] === true ? item.events : []));
    if (events.length > 0) this.#ports.eventsStored(events);
    return noted;
  }

  /** What it tells of the suppression list is found by the poll of the lanes: it may not have been stored. */
  #numbered<Item extends TellingItem>(item: Item): Item {
    const events = this.#ids(item.events);
    const { suppress } = item;
    if (suppress?.events === undefined) return { ...item, events };
    return { ...item, events, suppress: { ...suppress, events: this.#ids(suppress.events) } };
  }

  #ids(events: readonly OwedEvent[] = []): readonly OwedEvent[] {
    return numberEvents(events, this.#ports.eventIds);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#ports.commitsInOrder) return work();
    const done = this.#last.then(work, work);
    // The next caller does not care how this one ends.
    this.#last = done.catch(() => undefined);
    return done;
  }
}

type ToldChange = { readonly id: number; readonly events: readonly OwedEvent[] };

type TellingItem = {
  readonly events: readonly OwedEvent[];
  readonly suppress?: { readonly events?: readonly OwedEvent[] | undefined } | undefined;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
};

/** Gathers what comes until its turn has come. */
class Gathered<Item, Result> {
  readonly #commit: (take: () => readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];
  #isAsked = false;

  /** `take` gives the items, when the turn has come. */
  constructor(commit: (take: () => readonly Item[]) => Promise<readonly Result[]>) {
    this.#commit = commit;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#ask();
    });
  }

  #ask(): void {
    if (this.#isAsked || this.#waiting.length === 0) return;
    this.#isAsked = true;
    // After the I/O events of this turn of the loop, so that all of them go together.
    atTurnEnd(
      'gather',
      mailCommits.guard(
        () => this.#run(),
        (error) => this.#refuse(error),
      ),
    );
  }

  #refuse(error: Error): void {
    this.#isAsked = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
  }

  async #run(): Promise<void> {
    let batch: readonly Waiting<Item, Result>[] = [];
    try {
      const results = await this.#commit(() => {
        batch = this.#waiting.slice(0, itemsMax);
        this.#waiting = this.#waiting.slice(itemsMax);
        this.#isAsked = false;
        this.#ask();
        return batch.map(({ item }) => item);
      });
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
