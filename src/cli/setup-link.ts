/** `parley setup-link`: a fresh link for the first administrator; the one before it no longer works. */
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { setupToken } from './first-start.ts';

export const setupLink = command({
  name: 'setup-link',
  sentence: 'Creates a setup link for the first administrator. It works once, for 60 minutes.',
  takes: {},
  options: {},
  settings: 'all',
  async run(_values, { config, clock, open }) {
    await using installation = await open();
    const token = await setupToken({ ...installation.storage, clock });
    if (token === undefined) return failed('There is an administrator already');
    const noted = { action: 'setup-link.made', target: '', accountId: null, details: {} };
    await installation.storage.audit.note(authorNow(clock), noted);
    const link = `${config.scheme}://localhost:${config.port}/setup#${token}`;
    return done(`${link}\n`, { link });
  },
});
