/** What goes wrong in a soak, one a minute. Each ends by itself and leaves the world as it was. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Operator } from '../crash/operator.ts';
import type { Receiver } from '../crash/receiver.ts';
import type { SmallDisk } from './small-disk.ts';
import type { SoakDatabase } from './soak-database.ts';

export type Fault = { readonly name: string; readonly strike: () => Promise<void> };

export type World = {
  readonly operator: Pick<Operator, 'restart'>;
  readonly receiver: Receiver;
  readonly disk: SmallDisk | undefined;
  readonly database: SoakDatabase | undefined;
  readonly killProgram: () => Promise<void>;
};

const outageMs = 15_000;
const fullMs = 10_000;
/** A process that were killed each few minutes would hide what it leaks. */
const roundsOfALife = 3;

/** In turn, for ever: a few rounds of what the program lives through, then its death. */
export function faultsOf(world: World): readonly Fault[] {
  const { operator, receiver, disk, database, killProgram } = world;
  const lived: Fault[] = [
    { name: 'operator restarts', strike: () => operator.restart(outageMs) },
    { name: 'endpoint is out', strike: () => endpointOutage(receiver) },
  ];
  if (disk !== undefined) lived.push({ name: 'disk is full', strike: () => fullDisk(disk) });
  if (database !== undefined) lived.push(database.fault);
  const rounds = Array.from({ length: roundsOfALife }, () => lived).flat();
  return [...rounds, { name: 'kill -9', strike: killProgram }];
}

async function endpointOutage(receiver: Receiver): Promise<void> {
  receiver.isOut = true;
  await pause(outageMs);
  receiver.isOut = false;
}

async function fullDisk(disk: SmallDisk): Promise<void> {
  await disk.fill();
  await pause(fullMs);
  await disk.makeRoom();
}
