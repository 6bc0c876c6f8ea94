/** Assertions: what must never be. Expected failures are values, not these. */

export class ImpossibleState extends Error {
  override readonly name = 'ImpossibleState';
}

/** The value, which the caller knows to be there; `what` says what it is in the error otherwise. */
export function must<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new ImpossibleState(`There is no ${what}`);
  return value;
}

/** Ends a `switch` over a union: the compiler proves that no case is left. */
export function unreachable(value: never): never {
  throw new ImpossibleState(`Unexpected value: ${JSON.stringify(value)}`);
}
