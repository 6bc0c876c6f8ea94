/** What operators, routes and prices ask of the storage. They are few, and read whole. */
import type { Millionths } from '#core/money.ts';
import type { NewOperator, Operator, OperatorState } from './operator.ts';

/** Live messages to numbers that begin so go to this operator. */
export type Route = { readonly prefix: string; readonly operatorId: number };

/** What a part to a number that begins so costs. */
export type Price = { readonly prefix: string; readonly price: Millionths };

export interface OperatorStore {
  listOperators(): Promise<readonly Operator[]>;
  /** Undefined if the name is taken. */
  createOperator(operator: NewOperator): Promise<Operator | undefined>;
  /** Puts the built-in operator's row in place; one that people have paused stays so. */
  saveBuiltInOperator(operator: NewOperator): Promise<Operator>;
  setOperatorState(operatorId: number, state: OperatorState): Promise<void>;
  /** Also removes its routes. */
  removeOperator(operatorId: number): Promise<void>;
  listRoutes(): Promise<readonly Route[]>;
  setRoute(route: Route): Promise<void>;
  removeRoute(prefix: string): Promise<boolean>;
  listPrices(): Promise<readonly Price[]>;
  setPrice(price: Price): Promise<void>;
}
