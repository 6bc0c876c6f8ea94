/** Whether the command line understands what is written somewhere, judged by itself and without doing any of it. */
import { runCommand } from '#cli/run-command.ts';
import { systemClock } from '#core/clock.ts';
import type { ShellCommand } from './shell-commands.ts';

/** What stands behind `parley`, no matter who starts it; undefined: it is another program. */
export function parleyWords({ words }: ShellCommand): readonly string[] | undefined {
  const [first = '', second = ''] = words;
  if (first === 'npx' || first === 'sudo')
    return parleyWords({ settings: {}, words: words.slice(1) });
  // docker [compose …] exec NAME parley …
  const inside = words.indexOf('exec');
  if (first === 'docker' && inside > 0) {
    return parleyWords({ settings: {}, words: words.slice(inside + 2) });
  }
  if (first === 'npm' && second === 'start') return ['serve'];
  return first === 'parley' ? words.slice(1) : undefined;
}

/** What is wrong with the words and the settings before them; empty where they would be carried out. */
export async function complaintsAbout(
  words: readonly string[],
  settings: ShellCommand['settings'] = {},
): Promise<readonly string[]> {
  let said = '';
  const code = await runCommand(words, {
    out: () => undefined,
    err: (text) => {
      said += text;
    },
    readInput: async () => undefined,
    environment: settings,
    clock: systemClock,
    open: async () => understood(),
    serve: async () => undefined,
    move: async () => understood(),
    backups: async () => understood(),
    listen: async () => undefined,
  });
  if (code !== 2) return [];
  // Files that the words name are not there.
  return said
    .split('\n')
    .filter((line) => line.startsWith('parley: ') && !/cannot be read/.test(line));
}

/** Where they would begin to work. */
function understood(): never {
  throw new Error('Understood');
}
