/** `parley help …`: what can be asked, in the words of the tables of commands and settings. */
import { describeOptions } from '#config.ts';
import { nearest } from '#core/nearest.ts';
import { type Command, done, misused, type Outcome } from './command.ts';
import { commandHelp, settingSentence } from './command-help.ts';
import { commands } from './commands.ts';
import { fields } from './text-table.ts';

/** The help that the words behind `parley help` ask for. */
export function help(words: readonly string[]): Outcome {
  const name = words.join(' ');
  if (name === '') return overview();
  if (name === 'settings') return settings();
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return commandHelp(command);
  const group = commands.filter((candidate) => candidate.name.startsWith(`${name} `));
  return group.length > 0 ? list(group) : unknownCommand(name);
}

export function unknownCommand(name: string): Outcome {
  const names = commands.map((command) => command.name);
  const groups = names.map((known) => known.replace(/ .*/, ''));
  const known = [...names, ...new Set(groups), 'help', 'help settings'];
  return misused(`There is no command "${name}"; the nearest is "${nearest(name, known)}"`);
}

function overview(): Outcome {
  const text = `Parley carries messages between HTTP clients and telecom operators.

${commandLines(commands)}
"parley COMMAND --help" says more about a command, "parley help settings" lists the settings,
"parley --version" tells which one this is. Without a command the server runs.
`;
  return done(text, { commands: commands.map(({ name, sentence }) => ({ name, sentence })) });
}

function list(group: readonly Command[]): Outcome {
  return done(commandLines(group), {
    commands: group.map(({ name, sentence }) => ({ name, sentence })),
  });
}

function commandLines(listed: readonly Command[]): string {
  return fields(listed.map(({ name, sentence }) => [`parley ${name}`, sentence]));
}

function settings(): Outcome {
  const table = describeOptions();
  const text = table.map(
    (setting) => `${setting.variable}, --${setting.name}\n    ${settingSentence(setting)}\n`,
  );
  return done(
    `Settings: a flag of "parley serve" goes before a variable, a variable before the file, that before
the default. What is in force says "parley config". A variable without text counts as not set.

${text.join('\n')}`,
    { settings: table },
  );
}
