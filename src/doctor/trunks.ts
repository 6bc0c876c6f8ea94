/** Trunks that calls go to last, or not at all now, and why. */
import type { Sentence } from '#core/words.ts';
import { toldStandings, troubleOf, worstOf } from '#numbers/trunks/told-standings.ts';
import type { Trunk } from '#numbers/trunks/trunk.ts';
import type { TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import { type Finding, type FindingCode, ok, warn } from './finding.ts';
import type { DoctorStores } from './stores.ts';

/** Of trunks that a server tells of; those for the built-in phones are its own. */
export async function lookAtTrunks({
  trunks,
  leases,
}: Pick<DoctorStores, 'trunks' | 'leases'>): Promise<readonly Finding[]> {
  const standings = await toldStandings(leases);
  const inUse = (await trunks.listTrunks()).filter(({ builtIn, enabled }) => enabled && !builtIn);
  return inUse.flatMap((trunk) => {
    const standing = worstOf(standings.filter(({ trunkId }) => trunkId === trunk.id));
    return standing === undefined ? [] : [lookAtTrunk(trunk, standing)];
  });
}

function lookAtTrunk({ name }: Trunk, standing: TrunkStanding): Finding {
  const trouble = troubleOf(standing);
  if (trouble === undefined) return ok(wellOf(standing), { trunk: name });
  return warn(badOf(standing), { trunk: name, trouble: capitalized(trouble) });
}

/** One that misses once is not down yet. */
function wellOf({ asked, misses }: TrunkStanding): FindingCode {
  if (asked === null) return 'trunk is not asked';
  return misses === 0 ? 'trunk answers' : 'trunk has missed one';
}

function badOf({ state, unregistered }: TrunkStanding): FindingCode {
  if (state !== 'down' && unregistered !== null) return 'trunk is not registered';
  return state === 'resting' ? 'trunk rests' : 'trunk is down';
}

function capitalized({ en, fr }: Sentence): Sentence {
  return { en: begun(en), fr: begun(fr) };
}

function begun(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
