/** The table of commands. */

import { commandOperations } from '#operations.ts';
import { backupCommands } from './backup.ts';
import type { Command } from './command.ts';
import { configCommands } from './config.ts';
import { doctor } from './doctor.ts';
import { erase } from './erase.ts';
import { letterCommands } from './letters.ts';
import { listen } from './listen.ts';
import { migrateTo } from './migrate-to.ts';
import { operationCommand } from './operations/operation-command.ts';
import { secretCommands } from './secrets.ts';
import { serve } from './serve.ts';
import { setupLink } from './setup-link.ts';
import { simulatorCall } from './simulator-call.ts';
import { simulatorMailCommands } from './simulator-mails.ts';
import { simulatorOrders } from './simulator-orders.ts';
import { userCommands } from './user.ts';

export const commands: readonly Command[] = [
  serve,
  setupLink,
  listen,
  ...userCommands,
  // The doctor looks without a server and without a database, too.
  ...commandOperations.filter(({ name }) => name !== doctor.name).map(operationCommand),
  ...letterCommands,
  erase,
  simulatorCall,
  ...simulatorOrders,
  ...simulatorMailCommands,
  doctor,
  ...configCommands,
  ...backupCommands,
  migrateTo,
  ...secretCommands,
];

export type CommandChoice =
  | { readonly found: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly found: 'group'; readonly group: string; readonly word: string | undefined }
  | { readonly found: 'nothing'; readonly words: string };

/** The command that the first words name. */
export function chooseCommand(argv: readonly string[]): CommandChoice {
  const [first = '', second, third] = argv;
  for (const [name, words] of [
    [`${first} ${second} ${third}`, 3],
    [`${first} ${second}`, 2],
    [first, 1],
  ] as const) {
    const command = commands.find((candidate) => candidate.name === name);
    if (command === undefined) continue;
    // `simulator mails list` is `simulator mails`.
    const isSaid = argv[words] === 'list' && hasVerbs(name);
    return { found: 'command', command, rest: argv.slice(isSaid ? words + 1 : words) };
  }
  const isGroup = hasVerbs(first);
  return isGroup
    ? { found: 'group', group: first, word: second }
    : { found: 'nothing', words: withoutFlags([first, second]) };
}

function hasVerbs(noun: string): boolean {
  return commands.some(({ name }) => name.startsWith(`${noun} `));
}

function withoutFlags(words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && !word.startsWith('-')).join(' ');
}
