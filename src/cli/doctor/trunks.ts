/** Trunks that calls go to last, or not at all now, and why. */
import { toldStandings, troubleOf, worstOf } from '#numbers/trunks/told-standings.ts';
import type { Trunk } from '#numbers/trunks/trunk.ts';
import type { TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import type { Installation } from '../installation.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Of trunks that a server tells of; those for the built-in phones are its own. */
export async function lookAtTrunks({
  trunks,
  leases,
}: Installation['storage']): Promise<readonly Finding[]> {
  const standings = await toldStandings(leases);
  const inUse = (await trunks.listTrunks()).filter(({ builtIn, enabled }) => enabled && !builtIn);
  return inUse.flatMap((trunk) => {
    const standing = worstOf(standings.filter(({ trunkId }) => trunkId === trunk.id));
    return standing === undefined ? [] : [lookAtTrunk(trunk, standing)];
  });
}

function lookAtTrunk({ name }: Trunk, standing: TrunkStanding): Finding {
  const of = `trunk ${name}`;
  const trouble = troubleOf(standing);
  if (trouble === undefined) return ok(of, answerOf(standing));
  return warn(of, `${trouble[0]?.toUpperCase()}${trouble.slice(1)}.`, fixOf(name, standing));
}

/** One that misses once is not down yet. */
function answerOf({ asked, misses }: TrunkStanding): string {
  if (asked === null) return 'It is not asked OPTIONS.';
  return misses === 0
    ? 'It answers OPTIONS.'
    : 'It did not answer the last OPTIONS, and is asked again.';
}

function fixOf(name: string, { state, unregistered }: TrunkStanding): string {
  if (state !== 'down' && unregistered !== null) {
    return `Compare its user and password with what the carrier gave you: parley trunk set ${name} --auth-user NAME --password PASSWORD. It is tried at once.`;
  }
  return state === 'resting'
    ? 'It takes calls again when the rest is over; ask the carrier why it is full.'
    : `If it takes calls and ignores OPTIONS: parley trunk set ${name} --options-ping off. Else compare its host, port and transport, and see what passes with parley trunk trace start ${name}.`;
}
