/** How the phones of the built-in operator are switched: written by whoever has the page, read by who runs the operator. */
import { type PhoneSwitch, readSwitches, writeSwitches } from '#simulator/switched-phones.ts';
import type { Common } from './common.ts';

type Ports = Pick<Common, 'clock'> & {
  readonly storage: Pick<Common['storage'], 'settings'>;
};

const setting = 'simulator.phones';

export async function switchesNow({ storage, clock }: Ports): Promise<readonly PhoneSwitch[]> {
  return readSwitches(await storage.settings.findSetting(setting), clock.nowMs());
}

/** Two people who switch at once: the last one counts. */
export async function saveSwitch(wish: PhoneSwitch, ports: Ports): Promise<void> {
  const others = (await switchesNow(ports)).filter(({ phone }) => phone !== wish.phone);
  await ports.storage.settings.saveSetting(setting, writeSwitches([...others, wish]));
}
