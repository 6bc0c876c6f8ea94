/** The operator that a command names. */
import type { Operator } from '#sms/operator.ts';
import { failed, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';

export async function findOperator(
  name: string,
  { operators }: Installation['storage'],
): Promise<Operator | undefined> {
  return (await operators.listOperators()).find((operator) => operator.name === name);
}

export function noOperator(name: string): Outcome {
  return failed(`There is no operator ${name}`);
}
