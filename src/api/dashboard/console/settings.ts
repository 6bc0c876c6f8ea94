/** The settings that the server runs with. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { showSettings } from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

export function settingsHandler({ settingsShown }: Pick<ConsolePorts, 'settingsShown'>): Handler {
  return handle(showSettings, async () => give({ settings: [...settingsShown] }));
}
