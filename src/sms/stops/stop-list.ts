/**
 * Opt-outs (STOP): which phones take no messages of which account, in the memory of this process.
 *
 * An account's list is read whole when it is first asked for, and follows the changes of every process
 * from then on: half a second after the commit of a STOP by another process at the latest. A list that
 * is too long is asked in the table each time.
 */
import type { PhoneNumber } from '#core/phone-number.ts';
import { PhoneSet } from './phone-set.ts';
import type { NewStop, StopChange, StopStore } from './stop-store.ts';

export type StopListPorts = {
  readonly store: StopStore;
  /** Phones of one account that are held in memory, and of all of them: 2 MB and 32 MB. */
  readonly accountMax?: number;
  readonly heldMax?: number;
  /** Under what an erased phone stands on the list; absent: nobody was ever erased. */
  readonly pseudonymOf?: (phone: PhoneNumber) => PhoneNumber;
};

/** Read in a quarter of a second; a million would hold everything else up for a whole one. */
const accountMaxDefault = 250_000;
const heldMaxDefault = 4_000_000;
const pageMax = 10_000;
const changesMax = 1_000;

type Known =
  | { readonly phones: PhoneSet; readonly state: 'read' }
  | { readonly phones: PhoneSet; readonly state: 'being read'; readonly read: Promise<boolean> }
  | { readonly phones: PhoneSet; readonly state: 'too long' };

export class StopList {
  readonly #store: StopStore;
  readonly #accountMax: number;
  readonly #heldMax: number;
  readonly #pseudonymOf: StopListPorts['pseudonymOf'];
  readonly #known = new Map<number, Known>();
  #version: number;

  private constructor(
    { store, accountMax = accountMaxDefault, heldMax = heldMaxDefault, ...ports }: StopListPorts,
    version: number,
  ) {
    this.#pseudonymOf = ports.pseudonymOf;
    this.#store = store;
    this.#accountMax = accountMax;
    this.#heldMax = heldMax;
    this.#version = version;
  }

  static async open(ports: StopListPorts): Promise<StopList> {
    return new StopList(ports, await ports.store.stopVersion());
  }

  /** At once where the account's list is in memory, which is nearly always. */
  isStopped(accountId: number, phone: PhoneNumber): boolean | Promise<boolean> {
    const isStopped = this.isKnownStopped(accountId, phone);
    if (isStopped !== undefined) return isStopped;
    return this.#ask(accountId, [phone]).then((stopped) => stopped.length > 0);
  }

  /** Undefined: the account's list is not in memory, and nothing is asked. */
  isKnownStopped(accountId: number, phone: PhoneNumber): boolean | undefined {
    const known = this.#known.get(accountId);
    return known?.state === 'read' ? this.#isIn(known.phones, phone) : undefined;
  }

  /**
   * Those of the phones that are on the account's list; at once where it is in memory, which is nearly
   * always. Throws `StorageUnavailable` where nobody knows.
   */
  stopped(
    accountId: number,
    phones: readonly PhoneNumber[],
  ): readonly PhoneNumber[] | Promise<readonly PhoneNumber[]> {
    const known = this.#known.get(accountId);
    if (known?.state === 'read') return phones.filter((phone) => this.#isIn(known.phones, phone));
    return this.#ask(accountId, phones);
  }

  /** Known here at once; answers the entry that stands then, which may be an older one. */
  async add(stop: NewStop): ReturnType<StopStore['addStop']> {
    const added = await this.#store.addStop(stop);
    this.#known.get(stop.accountId)?.phones.set(stop.phone, true);
    return added;
  }

  /** False: it was not on the list. */
  async remove(accountId: number, phone: PhoneNumber): Promise<boolean> {
    const isRemoved = await this.#store.removeStop(accountId, phone);
    const phones = this.#known.get(accountId)?.phones;
    phones?.set(phone, false);
    if (this.#pseudonymOf !== undefined) phones?.set(this.#pseudonymOf(phone), false);
    return isRemoved;
  }

  /** Takes over what any process has changed since, and answers it. To be called twice a second. */
  async follow(): Promise<readonly StopChange[]> {
    const changes = await this.#store.stopChanges(this.#version, changesMax);
    const [first] = changes;
    // Older ones are forgotten already: what is in memory may have missed some.
    if (first !== undefined && first.version > this.#version + 1) this.#known.clear();
    for (const { version, accountId, phone, stopped } of changes) {
      this.#version = version;
      this.#known.get(accountId)?.phones.set(phone, stopped);
    }
    return changes;
  }

  async #ask(accountId: number, phones: readonly PhoneNumber[]): Promise<readonly PhoneNumber[]> {
    const known = this.#known.get(accountId) ?? this.#begin(accountId);
    if (known.state === 'too long' || (known.state === 'being read' && !(await known.read))) {
      return this.#store.findStopped(accountId, phones);
    }
    return phones.filter((phone) => this.#isIn(known.phones, phone));
  }

  /** Hashing costs microseconds: only lists with an erased phone pay them. */
  #isIn(phones: PhoneSet, phone: PhoneNumber): boolean {
    if (phones.has(phone)) return true;
    const pseudonymOf = this.#pseudonymOf;
    return pseudonymOf !== undefined && phones.hasHashes && phones.has(pseudonymOf(phone));
  }

  #begin(accountId: number): Known {
    const phones = new PhoneSet();
    const read = this.#read(accountId, phones);
    const known: Known = { phones, state: 'being read', read };
    this.#known.set(accountId, known);
    return known;
  }

  /** Whether it could be read whole. Changes that come meanwhile are noted in the set. */
  async #read(accountId: number, phones: PhoneSet): Promise<boolean> {
    try {
      const all = await this.#readPages(accountId);
      if (all !== undefined) phones.fill(all);
      const state = all === undefined ? 'too long' : 'read';
      // It may have been dropped in between, because changes were missed.
      if (this.#known.get(accountId)?.phones === phones) {
        this.#known.set(accountId, { phones, state });
        this.#makeRoom(accountId);
      }
      return state === 'read';
    } catch (error) {
      if (this.#known.get(accountId)?.phones === phones) this.#known.delete(accountId);
      throw error;
    }
  }

  async #readPages(accountId: number): Promise<readonly string[] | undefined> {
    const all: string[] = [];
    for (let after = ''; ; after = all.at(-1) ?? '') {
      const page = await this.#store.stoppedPhones(accountId, after, pageMax);
      for (const phone of page) all.push(phone);
      if (all.length > this.#accountMax) return undefined;
      if (page.length < pageMax) return all;
    }
  }

  /** The lists of all others go: they are read again when they are asked for. */
  #makeRoom(accountId: number): void {
    let held = 0;
    for (const { phones } of this.#known.values()) held += phones.size;
    if (held <= this.#heldMax) return;
    for (const [id, { state }] of this.#known) {
      if (id !== accountId && state === 'read') this.#known.delete(id);
    }
  }
}
