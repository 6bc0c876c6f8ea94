/** An operation as a command: its input becomes options, its answer text, JSON or a file, its refusal an exit code. */
import { writeFile } from 'node:fs/promises';
import {
  type Command,
  type CommandContext,
  command,
  done,
  failed,
  misused,
  type Outcome,
} from '#cli/command.ts';
import { maybe, needed } from '#cli/option.ts';
import { filePath } from '#cli/written-values.ts';
import { answersFile, answersText } from '#core/file-answer.ts';
import { isOfAccount, type Refusal } from '#core/operation.ts';
import {
  commandCaller,
  type Outcome as RunOutcome,
  runOperation,
  wrongField,
} from '#core/run-operation.ts';
import { gathered } from '#core/table-answer.ts';
import { fillIn, nameFields, type RefusalWords } from '#core/words.ts';
import { type AnyOperation, installationOperations, operationWords } from '#operations.ts';
import { askServer, noServer } from './ask-server.ts';
import { accountKey, fieldsOf, flagOfField, optionsOf, positionalsOf } from './given.ts';
import { readGiven } from './read-given.ts';
import { shownAsText } from './shown.ts';

export function operationCommand(operation: AnyOperation): Command {
  const { name } = operation;
  return command({
    name,
    sentence: operationWords.sentenceOf(name).en,
    takes: positionalsOf(operation),
    options: { ...optionsOf(operation), ...fileOption(operation) },
    async run(values, context) {
      const given = await readGiven(fieldsOf(operation), values, context.readInput);
      if (!given.ok) return given.outcome;
      const { input } = given;
      // Read by the option of this name, which only operations of an account have.
      const account = isOfAccount(operation)
        ? (values[operation.accountFlag ?? accountKey] as number | undefined)
        : undefined;
      const { dataFolder } = context.config;
      const outcome =
        (await askServer(dataFolder, { operation: name, input, account })) ??
        (await runHere(name, { input, account }, context));
      if (outcome === undefined) return failed(noServer);
      if (!outcome.ok) return refused(outcome.refusals[0], name);
      if (answersFile(operation)) return writeAnswer(fileOf(values), outcome.value);
      const value = outcome.value as { readonly warnings?: readonly string[] };
      const warnings = [...given.warnings, ...(value.warnings ?? [])];
      return done(shownAsText(name, value), value, warnings);
    },
  });
}

const fileKey = 'file';
const writtenTo = ['FILE', 'Where to; it must not be there yet.'] as const;

function fileOption(operation: AnyOperation) {
  if (!answersFile(operation)) return {};
  const option = answersText(operation) ? maybe : needed;
  return { [fileKey]: option(filePath, ...writtenTo) };
}

function fileOf(values: Readonly<Record<string, unknown>>): string | undefined {
  return values[fileKey] as string | undefined;
}

async function writeAnswer(file: string | undefined, answer: unknown): Promise<Outcome> {
  const { octets: base64 } = answer as { readonly octets: string };
  const octets = Buffer.from(base64, 'base64');
  if (file === undefined) return done(octets.toString('utf8'), { base64 });
  try {
    await writeFile(file, octets, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    return failed(`${file} cannot be written: ${(error as Error).message}`);
  }
  return done(`${file} has ${octets.length} bytes.\n`, { file, octets: octets.length });
}

/** Without a server; undefined for what only a server knows. */
async function runHere(
  name: string,
  { input, account }: { readonly input: unknown; readonly account: number | undefined },
  { open, clock }: CommandContext,
): Promise<RunOutcome | undefined> {
  const operation = installationOperations.find((one) => one.name === name);
  if (operation === undefined) return undefined;
  await using installation = await open();
  const caller = commandCaller(clock, account);
  // Awaited here: the installation is closed when this function ends.
  return await gathered(await runOperation(operation, installation.operations, { input, caller }));
}

const refusalWords: Readonly<Record<string, RefusalWords>> = operationWords.refusals;

/** What a refusal says to people who typed the command `name`. */
function refused({ code, field, params }: Refusal, name: string): Outcome {
  const nameOf = (one: string): string => flagOfField(name, one);
  if (code === wrongField) {
    return misused(fillIn(`${nameOf(field ?? 'input')} {reason}`, params, 'en'));
  }
  const words = refusalWords[code];
  const sentence = nameFields(fillIn(words?.en ?? code, params, 'en'), nameOf);
  return words?.kind === 'invalid' ? misused(sentence) : failed(sentence);
}
