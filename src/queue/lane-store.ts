/** What people ask of lanes, and how they stop one. */
import type { Author } from '#core/author.ts';
import type { Lag, LaneLag } from './lag.ts';

export type LanePause = {
  readonly lane: string;
  readonly sinceMs: number;
  /** Who stopped it. */
  readonly actor: string;
};

export interface LaneStore {
  /** Of the lanes of an engine: `sms`, `mail`, `webhook`, `customer`. By the storage's clock. */
  findLag(engine: string, owedMax: number): Promise<Lag>;
  /** Of one lane, no matter for whom it waits. */
  findLaneLag(lane: string, owedMax: number): Promise<LaneLag>;

  listPauses(): Promise<readonly LanePause[]>;
  /** False where it is paused already. Every process hears of it as of a setting. */
  pauseLane(lane: string, author: Author): Promise<boolean>;
  /** False where it is not paused. */
  resumeLane(lane: string, author: Author): Promise<boolean>;
}
