/** How trunks do, as servers have told it last: read by commands, which carry no calls themselves. */
import type { HeldStanding, TrunkStanding } from './trunk-standing.ts';

/** Where processes note what they hold. */
export type ToldNotes = {
  listNotes(
    subjectPrefix: string,
    freshMs: number,
  ): Promise<readonly { readonly value: string; readonly processId: number }[]>;
};

/** A server that is alone tells every 10 s. */
const freshMs = 30_000;

export async function toldStandings(notes: ToldNotes): Promise<readonly HeldStanding[]> {
  const told = await notes.listNotes('trunk/', freshMs);
  return told.flatMap(({ value, processId }) => {
    const standing = readStanding(value);
    return standing === undefined ? [] : [{ ...standing, processId, host: '' }];
  });
}

/** What a process of the version before leaves out. */
const untold = { unregistered: null };

/** Written by this program; where versions differ for a while, what is no JSON is left out. */
function readStanding(value: string): TrunkStanding | undefined {
  try {
    return { ...untold, ...(JSON.parse(value) as TrunkStanding) };
  } catch {
    return undefined;
  }
}

type Ranked = Pick<TrunkStanding, 'state' | 'unregistered'>;

/** Of several processes that carry calls, the one where a trunk does worst; undefined where none tells. */
export function worstOf<Standing extends Ranked>(
  standings: readonly Standing[],
): Standing | undefined {
  return standings.toSorted((a, b) => rankOf(b) - rankOf(a))[0];
}

const ranks = { unasked: 0, up: 1, resting: 2, down: 4 } as const;

/** One process registers a trunk: what its registrar says holds for all. */
function rankOf({ state, unregistered }: Ranked): number {
  return Math.max(ranks[state], unregistered === null ? 0 : 3);
}

const unreachable: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'its name has no address'],
  ['ECONNREFUSED', 'nothing listens at its port'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its certificate is self-signed, and not named by --certificates',
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is of no known authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is of no known authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is of no known authority'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
  ['CERT_NOT_PINNED', 'its certificate is none of those named by --certificates'],
]);

/** Why it gets calls last, or none now; undefined where it is well. */
export function troubleOf({
  state,
  misses,
  asked,
  unregistered,
}: TrunkStanding): string | undefined {
  if (state === 'down') {
    const why = asked?.why === undefined ? '' : ` (${unreachable.get(asked.why) ?? asked.why})`;
    return `no answer to ${misses} OPTIONS in a row${why}: calls go to it last`;
  }
  if (unregistered !== null) {
    return `its registrar does not take our REGISTER (${unregistered}): no calls come from it`;
  }
  return state === 'resting' ? 'it has asked for a rest (503 with Retry-After)' : undefined;
}
