/** What operators ask of the storage. They are few, and read whole. */

import type { Author } from '#core/author.ts';
import type { NewOperator, Operator, OperatorState } from './operator.ts';

export type BindHealth = {
  readonly operatorId: number;
  readonly bind: number;
  /** Null while it is up. */
  readonly downSinceMs: number | null;
  /** Null while its submits are answered. */
  readonly silentSinceMs: number | null;
  readonly notedAtMs: number;
};

export interface OperatorStore {
  listOperators(): Promise<readonly Operator[]>;
  /** Undefined if the name is taken. */
  createOperator(operator: NewOperator, actor: string): Promise<Operator | undefined>;
  /** Puts the built-in operator's row in place; one that people have paused stays so. */
  saveBuiltInOperator(operator: NewOperator): Promise<Operator>;
  /** Links that are open are closed first and opened again. */
  setOperatorSettings(
    operatorId: number,
    change: Pick<Operator, 'settings' | 'sealedPassword'>,
    author: Author,
  ): Promise<void>;
  setOperatorState(operatorId: number, state: OperatorState, author: Author): Promise<void>;
  /** Whether it is to report on a part still. */
  isAwaited(operatorId: number): Promise<boolean>;
  /** Also removes its routes. */
  removeOperator(operatorId: number, author: Author): Promise<void>;

  noteHealth(binds: readonly BindHealth[]): Promise<void>;
  /** Of all processes. */
  listHealth(): Promise<readonly BindHealth[]>;
}
