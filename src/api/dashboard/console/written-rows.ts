/** Rows of routes and prices as pages write them. */
import { type Refusal, refuse } from '#api/reply.ts';
import { type Millionths, parseMoney } from '#core/money.ts';

export function readAmount(text: string): Millionths | undefined {
  const amount = parseMoney(text.trim());
  return amount === undefined || amount < 0 ? undefined : amount;
}

export function wrongAt(list: string, place: number, field: string): Refusal {
  const details = { reason: 'there is none like this' };
  return refuse('field has a wrong value', { field: `${list}.${place}.${field}`, details });
}
