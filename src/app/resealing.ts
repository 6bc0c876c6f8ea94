/**
 * Another sealing key takes the place of the one in use, while all processes go on: each reads the ring of keys when
 * it has changed, the next key seals once all of them know it, and one of them seals again what stands in the storage.
 * A former key goes a day after it sealed last, and only where a walk over everything has found nothing of it.
 */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { keyIdOf } from '#core/sealed.ts';
import { type SealedColumn, type SealedRow, sealedColumns } from '#core/sealed-values.ts';
import { activate, finish, type RingSealer, type SealingRing } from '#core/sealing-ring.ts';
import type { SettingStore } from '#storage/storage.ts';
import { secretsOf } from './sealed-places.ts';

export type ResealingPorts = {
  readonly sealer: RingSealer;
  readonly store: Pick<SettingStore, 'listSealed' | 'replaceSealed'>;
  readonly ring: {
    /** Undefined where it is what it was when it was read last. */
    readChanged(): Promise<SealingRing | undefined>;
    /** Who changes it first has changed it; where two master keys open it nobody does. */
    change(action: string, next: (ring: SealingRing) => SealingRing | undefined): Promise<boolean>;
  };
  /** The names of keys that every other process has told that it knows. */
  readonly knownToOthers: (keyId: string) => Promise<boolean>;
  /** Brings what stands outside the database under a key that is never replaced. */
  readonly prepare: () => Promise<void>;
  readonly isMine: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
};

const lookMs = 5_000;
const rowsMax = 100;
const pauseMs = 50;
/** Longer than any command runs, which may have read the ring before and seal with a former key still. */
const formerMs = 86_400_000;
/** After a walk that has found nothing. */
const restMs = 3_600_000;

export class Resealing implements AsyncDisposable {
  readonly #ports: ResealingPorts;
  readonly #loop: Loop;
  #ring: SealingRing | undefined;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #unreadable = 0;

  constructor(ports: ResealingPorts) {
    const { clock, log } = ports;
    this.#ports = ports;
    const work = (signal: AbortSignal): Promise<void> => this.round(signal);
    this.#loop = new Loop({ name: 'sealing keys', everyMs: lookMs, clock, log, work });
  }

  start(): void {
    this.#loop.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  async round(signal: AbortSignal): Promise<void> {
    await this.#learn();
    if (this.#ring === undefined || !this.#ports.isMine()) return;
    if (this.#ring.next !== undefined) await this.#activate(this.#ring.next);
    else if (this.#ring.former.length > 0) await this.#reseal(this.#ring, signal);
  }

  async #learn(): Promise<void> {
    const { ring, sealer, prepare } = this.#ports;
    const changed = await ring.readChanged();
    if (changed === undefined) return;
    // Others hear of the next key from us when nothing here depends on the one in use.
    if (changed.next !== undefined) await prepare();
    sealer.replace(changed);
    this.#ring = changed;
    this.#restUntilMs = Number.NEGATIVE_INFINITY;
  }

  async #activate(next: Buffer): Promise<void> {
    const { ring, knownToOthers, clock } = this.#ports;
    if (!(await knownToOthers(keyIdOf(next)))) return;
    const isNext = (standing: SealingRing): boolean => standing.next?.equals(next) === true;
    await ring.change('sealing_key.activate', (standing) =>
      isNext(standing) ? activate(standing, clock.nowMs()) : undefined,
    );
    await this.#learn();
  }

  async #reseal({ active, sinceMs }: SealingRing, signal: AbortSignal): Promise<void> {
    const { ring, clock, log } = this.#ports;
    const isOver = clock.nowMs() - sinceMs >= formerMs;
    if (!isOver && clock.monotonicMs() < this.#restUntilMs) return;
    let rows = 0;
    this.#unreadable = 0;
    for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
      rows += await this.#resealColumn(column, signal);
    }
    if (rows > 0) log.info('secrets.resealed', { rows, key: keyIdOf(active) });
    this.#restUntilMs = rows > 0 ? Number.NEGATIVE_INFINITY : clock.monotonicMs() + restMs;
    // What a former key might open one day is not made unreadable for ever.
    if (rows > 0 || this.#unreadable > 0 || !isOver) return;
    await ring.change('sealing_key.finish', (standing) =>
      standing.active.equals(active) ? finish(standing) : undefined,
    );
    await this.#learn();
  }

  async #resealColumn(column: SealedColumn, signal: AbortSignal): Promise<number> {
    const { store, clock } = this.#ports;
    let rows = 0;
    for (let after: SealedRow['key'] | undefined; ; ) {
      const page = await store.listSealed(column, after, rowsMax);
      const resealed = page.flatMap((row) => this.#resealRow(column, row));
      if (resealed.length > 0) {
        await store.replaceSealed(column, resealed);
        await clock.sleep(pauseMs, signal);
      }
      rows += resealed.length;
      after = page.at(-1)?.key;
      if (after === undefined || page.length < rowsMax) return rows;
    }
  }

  #resealRow(column: SealedColumn, row: SealedRow) {
    const { sealer, log } = this.#ports;
    try {
      const to = secretsOf(column, row, (sealed, place) => sealer.reseal(sealed, place) ?? sealed);
      return to === row.text ? [] : [{ key: row.key, from: row.text, to }];
    } catch (error) {
      this.#unreadable += 1;
      const why = error instanceof Error ? error.message : 'unknown';
      log.error('secrets.unreadable', { column, key: row.key, why });
      return [];
    }
  }
}
