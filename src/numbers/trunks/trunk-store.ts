/** What trunks ask of the storage. They are read whole; a change raises the settings' version. */
import type { Author } from '#core/author.ts';
import type { NewTracedMessage, TracedMessage } from './traced-message.ts';
import type { Trunk, TrunkSettings } from './trunk.ts';

export type NewTrunk = Omit<Trunk, 'id' | 'tracedUntilMs'>;

export type TrunkChange = {
  readonly enabled?: boolean | undefined;
  readonly settings?: TrunkSettings | undefined;
  readonly sealedPassword?: string | undefined;
  readonly sealedAuthInPassword?: string | undefined;
  readonly tracedUntilMs?: number | undefined;
};

export type TracedQuery = {
  readonly trunkId: number;
  /** Newest first, of those before it. */
  readonly beforeId: number;
  readonly limit: number;
};

export interface TrunkStore {
  listTrunks(): Promise<readonly Trunk[]>;
  /** Undefined if there is one of this name already. */
  createTrunk(trunk: NewTrunk, author: Author): Promise<Trunk | undefined>;
  changeTrunk(trunkId: number, change: TrunkChange, author: Author): Promise<Trunk | undefined>;
  /** Calls that it carried keep its name. */
  removeTrunk(trunkId: number, author: Author): Promise<boolean>;
  /** Of all trunks together no more than `keptMax` stay, the newest. */
  keepMessages(messages: readonly NewTracedMessage[], keptMax: number): Promise<void>;
  listMessages(query: TracedQuery): Promise<readonly TracedMessage[]>;
  /** Of all trunks, within that time, oldest first; no more than `keptMax` are ever there. */
  messagesBetween(fromMs: number, untilMs: number): Promise<readonly TracedMessage[]>;
}
