/** `parley config`: the settings in force, and what says each; secrets are not among what it knows. */
import { command, done } from './command.ts';
import { columns } from './text-table.ts';

const config = command({
  name: 'config',
  sentence:
    'Shows the settings in use, and whether each comes from a flag, a variable, the file or the default; secrets are hidden.',
  takes: {},
  options: {},
  settings: 'all',
  hasJson: true,
  async run(_values, { config: { written: settings } }) {
    const text = columns(settings, ['setting', 'name'], 'value', ['from', 'source']);
    return done(text, { settings });
  },
});

export const configCommands = [config];
