/** What `--help` says of one command. */
import { describeOptions, type OptionDescription } from '#config.ts';
import { type Command, done, type Outcome } from './command.ts';
import { flagOf, type Options } from './option.ts';
import { fields } from './text-table.ts';

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

export function settingSentence({
  sentence,
  form,
  fallback,
  ...setting
}: OptionDescription): string {
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
