/** `parley serve`: the server itself, which is also what runs when no command is named. */
import { command, done } from './command.ts';

export const serve = command({
  name: 'serve',
  sentence: 'Runs the server until SIGTERM or SIGINT; a second signal stops it at once.',
  takes: {},
  options: {},
  settings: 'all',
  async run(_values, context) {
    await context.serve();
    return done('', {});
  },
});
