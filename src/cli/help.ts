/** `parley help …`: what can be asked, in the words of the tables of commands and settings. */
import { describeOptions, type OptionDescription } from '#config.ts';
import { nearest } from '#core/nearest.ts';
import { type Command, done, misused, type Outcome } from './command.ts';
import { commands } from './commands.ts';
import { flagOf, type Options } from './option.ts';
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

export function commandHelp(command: Command): Outcome {
  const { name, sentence, takes, options } = command;
  const flags: [string, string][] = [
    ...described(takes, (_name, shape) => shape),
    ...described(options, (option, shape) => `${flagOf(option)} ${shape}`.trimEnd()),
    ...settingsOf(command).map((setting): [string, string] => [
      `--${setting.name} VALUE`,
      settingSentence(setting),
    ]),
    ...(command.hasJson ? [['--json', 'Prints one JSON document.'] as [string, string]] : []),
    ['--help', 'Prints this.'],
  ];
  return done(`${usage(command)}\n\n${sentence}\n\n${fields(flags)}`, {
    name,
    sentence,
    usage: usage(command),
    options: flags.map(([flag, meaning]) => ({ flag, meaning })),
  });
}

/** The settings that a command takes as flags. */
export function settingsOf(command: Command): readonly OptionDescription[] {
  const place = ['config', 'database', 'master-key-file'];
  return describeOptions().filter(({ name }) => command.settings === 'all' || place.includes(name));
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

function settingSentence({ sentence, form, fallback, ...setting }: OptionDescription): string {
  const usual = fallback === '' ? '' : ` Default: ${fallback}.`;
  const inFile = setting.secret ? ` Can be read from a file: ${setting.variable}_FILE.` : '';
  return `${sentence} Takes ${form}.${usual}${inFile}`;
}

function usage({ name, takes, options }: Command): string {
  const neededFlags = Object.entries(options)
    .filter(([, { presence }]) => presence === 'needed')
    .map(([option, { shape }]) => `${flagOf(option)} ${shape}`);
  const places = Object.values(takes).map(({ shape }) => shape);
  return ['parley', name, ...places, ...neededFlags, '[OPTIONS]'].join(' ');
}

function described(
  options: Options,
  label: (name: string, shape: string) => string,
): [string, string][] {
  return Object.entries(options).map(([name, { shape = '', sentence }]) => [
    label(name, shape),
    sentence,
  ]);
}
