/** Operators, routes and prices as they stand now: read whole, asked for every message. */
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { type Operator, operatorDefaults } from './operator.ts';
import type { OperatorStore } from './operator-store.ts';

/** No number is longer, so no prefix is. */
const prefixMax = 15;

export class Directory {
  readonly operators: readonly Operator[];
  readonly #builtIn: Operator | undefined;
  readonly #operatorsById: ReadonlyMap<number, Operator>;
  readonly #routes: ReadonlyMap<string, number>;
  readonly #prices: ReadonlyMap<string, Millionths>;

  private constructor(
    operators: readonly Operator[],
    routes: ReadonlyMap<string, number>,
    prices: ReadonlyMap<string, Millionths>,
  ) {
    this.operators = operators;
    this.#builtIn = operators.find(({ builtIn }) => builtIn);
    this.#operatorsById = new Map(operators.map((operator) => [operator.id, operator]));
    this.#routes = routes;
    this.#prices = prices;
  }

  static async read(
    store: Pick<OperatorStore, 'listOperators' | 'listRoutes' | 'listPrices'>,
  ): Promise<Directory> {
    const operators = await store.listOperators();
    const routes = await store.listRoutes();
    const prices = await store.listPrices();
    return new Directory(
      // A setting that came with a later version has its default until somebody sets it.
      operators.map((read) => ({ ...read, settings: { ...operatorDefaults, ...read.settings } })),
      new Map(routes.map(({ prefix, operatorId }) => [prefix, operatorId])),
      new Map(prices.map(({ prefix, price }) => [prefix, price])),
    );
  }

  /** Where a message goes: test messages to the built-in operator and live ones never there. */
  operatorFor(phone: PhoneNumber, test: boolean): Operator | undefined {
    if (test) return this.#builtIn;
    const operatorId = longestPrefix(this.#routes, phone);
    const operator = operatorId === undefined ? undefined : this.#operatorsById.get(operatorId);
    return operator?.builtIn === true ? undefined : operator;
  }

  /** What a part to this number costs; undefined where the price list has nothing. */
  priceOf(phone: string): Millionths | undefined {
    return longestPrefix(this.#prices, phone);
  }
}

function longestPrefix<Value>(
  table: ReadonlyMap<string, Value>,
  digits: string,
): Value | undefined {
  for (let length = Math.min(digits.length, prefixMax); length >= 0; length -= 1) {
    const found = table.get(digits.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}
