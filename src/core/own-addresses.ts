/** The addresses of this machine, of all its interfaces, as they are now. */
import { networkInterfaces } from 'node:os';

export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(
    (all) => all?.map(({ address }) => address) ?? [],
  );
}
