/** What an operation answers that is a CSV table of any length: pages save it, commands print it. */
import { z } from 'zod';
import { FileAnswer } from './file-answer.ts';
import { refuse } from './operation.ts';
import type { Outcome } from './run-operation.ts';

export class TableAnswer {
  /** Of the file, without its ending: letters, digits and hyphens. */
  readonly name: string;
  /** Each is asked for once those before it have left. */
  readonly pieces: AsyncIterable<string> | Iterable<string>;

  constructor(name: string, pieces: AsyncIterable<string> | Iterable<string>) {
    this.name = name;
    this.pieces = pieces;
  }
}

/** The output of such an operation. */
export const tableAnswer = z.instanceof(TableAnswer);

export function answersTable({ output }: { readonly output: z.ZodType }): boolean {
  return output === tableAnswer;
}

/** What a command takes at once; below what a running server answers in a line, where line ends take two octets. */
const charactersMax = 24 * 1024 * 1024;

/** For doors that answer all at once, before the installation is closed. */
export async function gathered(outcome: Outcome): Promise<Outcome> {
  if (!outcome.ok) return outcome;
  if (outcome.value instanceof FileAnswer) {
    await outcome.value.taken();
    return { ok: true, value: { octets: outcome.value.octets.toString('base64') } };
  }
  if (!(outcome.value instanceof TableAnswer)) return outcome;
  let table = '';
  for await (const piece of outcome.value.pieces) {
    table += piece;
    if (table.length > charactersMax) return { ok: false, refusals: [refuse('table is too long')] };
  }
  return { ok: true, value: { table } };
}
