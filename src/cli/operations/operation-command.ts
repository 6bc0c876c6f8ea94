/** An operation as a command: its input becomes options, its answer text or JSON, its refusal an exit code. */
import { authorNow } from '#cli/author.ts';
import { type Command, command, done, failed, misused, type Outcome } from '#cli/command.ts';
import type { Refusal } from '#core/operation.ts';
import { runOperation, wrongField } from '#core/run-operation.ts';
import { fillIn, nameFields, type RefusalWords } from '#core/words.ts';
import { type AnyOperation, type InstallationPorts, operationWords } from '#operations.ts';
import { fieldsOf, flagOfField, optionsOf, positionalsOf } from './given.ts';
import { readGiven } from './read-given.ts';
import { shownAsText } from './shown.ts';

export function operationCommand(operation: AnyOperation<InstallationPorts>): Command {
  const { name } = operation;
  return command({
    name,
    sentence: operationWords.sentenceOf(name).en,
    takes: positionalsOf(operation),
    options: optionsOf(operation),
    async run(values, { open, clock, readInput }) {
      const given = await readGiven(fieldsOf(operation), values, readInput);
      if (!given.ok) return given.outcome;
      await using installation = await open();
      const called = { input: given.input, author: authorNow(clock) };
      const outcome = await runOperation(operation, installation.operations, called);
      if (!outcome.ok) return refused(outcome.refusals[0], name);
      return done(shownAsText(name, outcome.value), outcome.value as object, given.warnings);
    },
  });
}

const refusalWords: Readonly<Record<string, RefusalWords>> = operationWords.refusals;

/** What a refusal says to people who typed the command `name`. */
export function refused({ code, field, params }: Refusal, name: string): Outcome {
  const nameOf = (one: string): string => flagOfField(name, one);
  if (code === wrongField) {
    return misused(fillIn(`${nameOf(field ?? 'input')} {reason}`, params, 'en'));
  }
  const words = refusalWords[code];
  const sentence = nameFields(fillIn(words?.en ?? code, params, 'en'), nameOf);
  return words?.kind === 'invalid' ? misused(sentence) : failed(sentence);
}
