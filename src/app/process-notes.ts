/**
 * How the binds and trunks of this process do, told every two seconds to the processes whose pages show
 * it, and what they tell of theirs. A process that is alone looks at itself, and tells commands of its trunks; its
 * threads tell each other which sealing keys they know.
 */

import type { Clock } from '#core/clock.ts';
import { jsonOf } from '#core/json.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { HeldStanding, TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import type { Hints } from '#queue/hints.ts';
import type { LeaseStore } from '#queue/lease.ts';
import type { ProcessNote, StoredNote } from '#queue/process-note.ts';
import type { OpenLink } from '#sms/sms-engine.ts';

type Holder = { readonly processId: number; readonly host: string };

export type ProcessNotesPorts = {
  readonly store: Pick<LeaseStore, 'saveNotes' | 'listNotes'>;
  readonly hints: Pick<Hints, 'sendTrace'> | undefined;
  /** Who else works on the storage. */
  readonly others: 'processes' | 'threads' | 'nobody';
  readonly own: Holder;
  readonly hostOf: () => Promise<ReadonlyMap<number, string>>;
  readonly operatorIds: () => readonly number[];
  readonly links: {
    links(operatorId: number): readonly OpenLink[];
    trace(operatorId: number, isTraced: boolean): number;
  };
  readonly trunks: () => readonly TrunkStanding[];
  /** Of another thread of this process. */
  readonly trunksBeside: () => Promise<readonly HeldStanding[]>;
  /** The sealing keys that this process knows. */
  readonly sealingKeys: () => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
};

const noteEveryMs = 2_000;
const noteTrunksEveryMs = 10_000;
/** A process that has been silent for so long holds nothing more that anybody should look at. */
const freshMs = 15_000;
/** Binds and trunks that one process tells of. */
const notesMax = 500;
const foreverMs = 100 * 365 * 24 * 3_600_000;
/** Of a trace; all of them are shown by the process that holds the bind. */
const pdusTold = 50;
const sealingSubject = 'sealing';

export class ProcessNotes implements AsyncDisposable {
  readonly #ports: ProcessNotesPorts;
  readonly #loop: Loop;
  readonly #isShared: boolean;
  /** Alone, and what was told of trunks stands in the storage. */
  #hasTold = false;
  /** To the other threads. */
  #toldKeys = '';

  constructor(ports: ProcessNotesPorts) {
    const { clock, log } = ports;
    this.#ports = ports;
    this.#isShared = ports.others === 'processes';
    const work = (): Promise<void> => (this.#isShared ? this.tell() : this.#noteTrunks());
    this.#loop = new Loop({
      name: 'telling of what is held',
      everyMs: this.#isShared ? noteEveryMs : noteTrunksEveryMs,
      clock,
      log,
      work,
    });
  }

  start(): void {
    this.#loop.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    if (!this.#isShared && !this.#hasTold && this.#toldKeys === '') return;
    // What stays is passed over by its age.
    await this.#ports.store.saveNotes(this.#ports.own.processId, []).catch(() => undefined);
  }

  /** Tells the others what stands here. */
  async tell(): Promise<void> {
    const { store, own, operatorIds, links, trunks } = this.#ports;
    const ofLinks = operatorIds().flatMap((id) =>
      links.links(id).map((link) => noteOf(`sms/${id}/${link.place}`, withoutMost(link))),
    );
    const ofTrunks = trunks().map((one) => noteOf(`trunk/${one.trunkId}`, one));
    const ofSealing = this.#sealingNote();
    await store.saveNotes(own.processId, [ofSealing, ...ofTrunks, ...ofLinks].slice(0, notesMax));
  }

  /** Of a process that is alone: nothing is written where no trunk is asked how it does. */
  async #noteTrunks(): Promise<void> {
    const { store, own, trunks, others } = this.#ports;
    const ofTrunks = trunks()
      .filter(({ asked, restsUntilMs }) => asked !== null || restsUntilMs !== null)
      .map((one) => noteOf(`trunk/${one.trunkId}`, one));
    const ofSealing = others === 'threads' ? [this.#sealingNote()] : [];
    const keys = ofSealing.map(({ value }) => value).join();
    if (ofTrunks.length === 0 && !this.#hasTold && keys === this.#toldKeys) return;
    this.#hasTold = ofTrunks.length > 0;
    await store.saveNotes(own.processId, [...ofSealing, ...ofTrunks].slice(0, notesMax));
    this.#toldKeys = keys;
  }

  #sealingNote(): ProcessNote {
    return noteOf(sealingSubject, { keys: this.#ports.sealingKeys() });
  }

  /** Those of this process as they are now, those of others as they were told last. */
  async links(operatorId: number): Promise<readonly (OpenLink & Holder)[]> {
    const { own, links } = this.#ports;
    const here = links.links(operatorId).map((link) => ({ ...link, ...own }));
    return [...here, ...(await this.#others<OpenLink>(`sms/${operatorId}/`))];
  }

  async trunkStandings(): Promise<readonly HeldStanding[]> {
    const beside = await this.#ports.trunksBeside();
    return [...this.trunksHere(), ...beside, ...(await this.#others<TrunkStanding>('trunk/'))];
  }

  trunksHere(): readonly HeldStanding[] {
    const { own, trunks } = this.#ports;
    return trunks().map((one) => ({ ...one, ...own }));
  }

  /** Whether every process that lives has told that it knows a sealing key; those of before such keys tell nothing. */
  async knowSealingKey(keyId: string, alive: readonly number[]): Promise<boolean> {
    const { store, own, others } = this.#ports;
    if (others === 'nobody') return true;
    // A thread tells it once, and lives as long as its process.
    const told = await store.listNotes(sealingSubject, this.#isShared ? freshMs : foreverMs);
    const knowing = told.filter((note) => {
      const read = readNote(note) as { readonly keys?: readonly string[] } | undefined;
      return read?.keys?.includes(keyId) === true;
    });
    const known = new Set(knowing.map(({ processId }) => processId)).add(own.processId);
    return alive.every((processId) => known.has(processId));
  }

  trace(operatorId: number, isTraced: boolean): number {
    const { links, hints } = this.#ports;
    hints?.sendTrace({ operatorId, isTraced });
    return links.trace(operatorId, isTraced);
  }

  async #others<One>(subjectPrefix: string): Promise<readonly (One & Holder)[]> {
    const { store, own, hostOf } = this.#ports;
    if (!this.#isShared) return [];
    const told = await store.listNotes(subjectPrefix, freshMs);
    const others = told.filter(({ processId }) => processId !== own.processId);
    if (others.length === 0) return [];
    const hosts = await hostOf();
    return others.flatMap((note) => {
      const read = readNote(note) as One | undefined;
      const holder = { processId: note.processId, host: hosts.get(note.processId) ?? '' };
      return read === undefined ? [] : [{ ...read, ...holder }];
    });
  }
}

function withoutMost(link: OpenLink): OpenLink {
  const { trace } = link;
  return { ...link, trace: { ...trace, pdus: trace.pdus.slice(0, pdusTold) } };
}

function noteOf(subject: string, value: object): ProcessNote {
  return { subject, value: JSON.stringify(value) };
}

/** Written by a process of this program; where versions differ for a while, what is no JSON is left out. */
function readNote({ value }: StoredNote): unknown {
  return jsonOf(value);
}
