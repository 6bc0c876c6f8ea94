/** How far the work is behind, for people who look: counted on request, not kept. */

export type Lag = {
  /** Jobs owed, counted no further than asked for. */
  readonly owed: number;
  /** Of those that are due, how long the earliest has been; undefined where none is. */
  readonly lateMs: number | undefined;
};

export interface LagStore {
  /** Of the lanes of an engine: `sms`, `mail`, `webhook`, `customer`. By the storage's clock. */
  findLag(engine: string, owedMax: number): Promise<Lag>;
  /** The same of one lane. */
  findLaneLag(lane: string, owedMax: number): Promise<Lag>;
}
