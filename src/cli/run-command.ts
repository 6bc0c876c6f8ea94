/** Runs what was typed behind `parley`: 0 done, 1 failed, 2 misused. */
import { type Config, type Environment, readConfig } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import { programVersion } from '#core/program-version.ts';
import type { BackupPorts } from './backup-ports.ts';
import { type Command, type CommandContext, done, misused, type Outcome } from './command.ts';
import { commandHelp, settingsOf } from './command-help.ts';
import { errorSentence } from './error-sentence.ts';
import type { Installation, OpenWish } from './installation.ts';
import type { ListenRequest } from './listen-request.ts';
import type { Moved, MoveRequest } from './moving.ts';
import { flagOf } from './option.ts';
import { serve } from './serve.ts';
import { type KnownFlags, readWords, type WrittenWords } from './written-words.ts';

export type CliPorts = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, if it is no terminal. */
  readonly readInput: () => Promise<string | undefined>;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly open: (config: Config, wish?: OpenWish) => Promise<Installation>;
  /** Runs the server until it is told to stop. */
  readonly serve: (config: Config) => Promise<void>;
  readonly move: (config: Config, request: MoveRequest) => Promise<Moved>;
  readonly backups: () => Promise<BackupPorts>;
  /** Until told to stop; answers why not, where the server refuses. */
  readonly listen: (request: ListenRequest) => Promise<string | undefined>;
};

export type ExitCode = 0 | 1 | 2;

const helpFlags = ['--help', '-h'];
const jsonFlag = '--json';

export async function runCommand(argv: readonly string[], ports: CliPorts): Promise<ExitCode> {
  const [first = ''] = argv;
  if (first === '--version') return printVersion(argv, ports);
  const asksForHelp = first === 'help' || helpFlags.includes(first);
  if (asksForHelp) {
    const words = argv.filter((word) => !word.startsWith('-') && word !== 'help');
    const { help } = await loadHelp();
    return print(help(words), { ports, asJson: argv.includes(jsonFlag) });
  }
  if (first === serve.name) return runChosen(serve, argv.slice(1), ports);
  // Without a word it is the server.
  if (first === '' || first.startsWith('-')) return runChosen(serve, argv, ports);
  return runNamed(argv, ports);
}

/** A server does without the table of commands: with what operations take and give, it takes 7 MB. */
const loadCommands = () => import('./commands.ts');
const loadHelp = () => import('./help.ts');

async function runNamed(argv: readonly string[], ports: CliPorts): Promise<ExitCode> {
  const { chooseCommand } = await loadCommands();
  const choice = chooseCommand(argv);
  if (choice.found === 'command') return runChosen(choice.command, choice.rest, ports);
  if (choice.found === 'group') return runGroup(choice.group, choice.word, ports);
  const { unknownCommand } = await loadHelp();
  return print(unknownCommand(choice.words), { ports, asJson: false });
}

function printVersion(argv: readonly string[], ports: CliPorts): ExitCode {
  const version = programVersion();
  return print(done(`parley ${version}\n`, { version }), {
    ports,
    asJson: argv.includes(jsonFlag),
  });
}

/** A noun without a verb, or with one that it does not have. */
async function runGroup(group: string, word: string | undefined, ports: CliPorts) {
  const { help, unknownCommand } = await loadHelp();
  if (word !== undefined && helpFlags.includes(word)) {
    return print(help([group]), { ports, asJson: false });
  }
  const incomplete = word === undefined || word.startsWith('-');
  const problem = misused(`"${group}" needs a subcommand; "parley help ${group}" lists them`);
  return print(incomplete ? problem : unknownCommand(`${group} ${word}`), { ports, asJson: false });
}

async function runChosen(command: Command, rest: readonly string[], ports: CliPorts) {
  const asJson = command.hasJson && rest.includes(jsonFlag);
  if (rest.some((word) => helpFlags.includes(word))) {
    return print(commandHelp(command), { ports, asJson });
  }
  const reading = readWords(rest, flagsOf(command));
  if (!reading.ok) return printProblems(reading.problems, command, ports);
  const prepared = command.prepare(reading.words);
  if (!prepared.ok) return printProblems(prepared.problems, command, ports);
  const configured = readConfig(ports.environment, settingFlags(command, reading.words));
  if (!configured.ok) return printProblems(configured.problems, command, ports);
  try {
    const outcome = await prepared.run(contextOf(configured.config, ports));
    return print(outcome, { ports, asJson, command });
  } catch (error) {
    ports.err(`parley: ${errorSentence(error)}\n`);
    return 1;
  }
}

function contextOf(config: Config, ports: CliPorts): CommandContext {
  return {
    config,
    clock: ports.clock,
    readInput: ports.readInput,
    open: (wish) => ports.open(config, wish),
    serve: () => ports.serve(config),
    move: (request) => ports.move(config, request),
    backups: ports.backups,
    listen: ports.listen,
    tell: (line) => ports.err(`${line}\n`),
  };
}

function flagsOf(command: Command): KnownFlags {
  const options = Object.entries(command.options);
  const flags = (ofSwitches: boolean): string[] =>
    options
      .filter(([, { shape }]) => (shape === undefined) === ofSwitches)
      .map(([name]) => flagOf(name));
  return {
    valued: [...flags(false), ...settingsOf(command).map(({ name }) => `--${name}`)],
    switches: [...flags(true), ...(command.hasJson ? [jsonFlag] : []), '--help'],
  };
}

function settingFlags(command: Command, { options }: WrittenWords): Record<string, string> {
  const given = settingsOf(command).flatMap(({ name }) => {
    const text = options.get(`--${name}`);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given);
}

function printProblems(problems: readonly string[], command: Command, { err }: CliPorts): ExitCode {
  for (const problem of problems) err(`parley: ${asSentence(problem)}\n`);
  err(`"parley ${command.name} --help" lists its options.\n`);
  return 2;
}

function print(
  outcome: Outcome,
  to: { readonly ports: CliPorts; readonly asJson: boolean; readonly command?: Command },
): ExitCode {
  const { out, err } = to.ports;
  if (!outcome.ok) {
    err(`parley: ${asSentence(outcome.problem)}\n`);
    return outcome.why === 'failed' ? 1 : 2;
  }
  for (const warning of outcome.warnings ?? []) err(`Warning: ${asSentence(warning)}\n`);
  out(to.asJson ? `${JSON.stringify(outcome.json, null, 2)}\n` : outcome.text);
  return outcome.isBad === true ? 1 : 0;
}

function asSentence(problem: string): string {
  return /[.?]$/.test(problem) ? problem : `${problem}.`;
}
