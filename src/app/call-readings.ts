/** What each call reads from the database, and the memory that answers while the database is away. */
import { BoundedMap } from '#core/bounded-map.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import {
  type CallStore,
  type CallsUnderWay,
  noCalls,
  type RiskyRange,
} from '#numbers/calls/call-record.ts';
import type { CallServicePorts } from '#numbers/calls/call-service-ports.ts';
import { type CallWay, readWay } from '#numbers/calls/call-way.ts';
import { LastSeen } from '#numbers/calls/last-seen.ts';
import type { Common } from './common.ts';

/** The sum walks over all calls of the day: of an account that calls all the time it is read once a second. */
const spentReadMs = 1_000;
const spentMax = 10_000;

type Spent = { readonly spent: Promise<number>; readonly atMs: number };

export function callReadings(
  { storage, clock, log }: Common,
  processId: number,
  riskyRanges: () => readonly RiskyRange[],
): Pick<CallServicePorts, 'readWay' | 'mayCall' | 'spentSince' | 'callsElsewhere'> {
  const usedMemory = (): void => log.warn('call.from_memory', {});
  const ways = new LastSeen<CallWay>({ clock, usedMemory });
  const countries = new LastSeen<readonly string[]>({ clock, usedMemory });
  const sums = new LastSeen<number>({ clock, usedMemory });
  const lately = new BoundedMap<string, Spent>(spentMax);
  const others = new LastSeen<CallsUnderWay>({ clock, usedMemory });
  const { virtualNumbers: numbers, calls } = storage;
  const doors: Pick<CallStore, 'listCallCountries' | 'listRiskyRanges'> = {
    listRiskyRanges: async () => riskyRanges(),
    listCallCountries: (id) => countries.find(`${id}`, () => calls.listCallCountries(id)),
  };
  return {
    readWay: (dialled) => ways.find(dialled, () => readWay(dialled, numbers)),
    mayCall: (account, target) => mayCall(account, target, doors),
    spentSince: (accountId, sinceMs) => {
      const key = `${accountId} ${sinceMs}`;
      const known = lately.get(key);
      if (known !== undefined && clock.monotonicMs() - known.atMs < spentReadMs) return known.spent;
      const spent = sums.find(key, () => calls.spentOnCalls(accountId, sinceMs));
      lately.set(key, { spent, atMs: clock.monotonicMs() });
      return spent;
    },
    callsElsewhere: async (owner) => {
      if (storage.isSole) return noCalls;
      const { payerId, number } = owner;
      return others.find(`${payerId} ${number}`, () => calls.countElsewhere(processId, owner));
    },
  };
}
