/** How trunks do, as servers have told it last: read by commands, which carry no calls themselves. */
import { fillSentence, type Sentence } from '#core/words.ts';
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

const unknownAuthority: Sentence = {
  en: 'its certificate is of no known authority',
  fr: 'son certificat est d’une autorité inconnue',
};

const unreachable: ReadonlyMap<string, Sentence> = new Map([
  ['ENOTFOUND', { en: 'its name has no address', fr: 'son nom n’a pas d’adresse' }],
  ['ECONNREFUSED', { en: 'nothing listens at its port', fr: 'rien n’écoute à son port' }],
  ['CERT_HAS_EXPIRED', { en: 'its certificate has expired', fr: 'son certificat a expiré' }],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    {
      en: 'its certificate is self-signed, and not named by --certificates',
      fr: 'son certificat est autosigné, et --certificates ne le nomme pas',
    },
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    { en: 'its certificate is for another host', fr: 'son certificat est pour un autre hôte' },
  ],
  [
    'CERT_NOT_PINNED',
    {
      en: 'its certificate is none of those named by --certificates',
      fr: 'son certificat n’est aucun de ceux que nomme --certificates',
    },
  ],
]);

/** Why it gets calls last, or none now; undefined where it is well. */
export function troubleOf({
  state,
  misses,
  asked,
  unregistered,
}: TrunkStanding): Sentence | undefined {
  if (state === 'down') {
    const why = asked?.why === undefined ? '' : fillSentence(because, { why: reasonOf(asked.why) });
    return fillSentence(troubles.down, { misses, why });
  }
  if (unregistered !== null) return fillSentence(troubles.unregistered, { status: unregistered });
  return state === 'resting' ? troubles.resting : undefined;
}

const because: Sentence = { en: ' ({why})', fr: ' ({why})' };

function reasonOf(why: string): string | Sentence {
  return unreachable.get(why) ?? why;
}

const troubles = {
  down: {
    en: 'no answer to {misses} OPTIONS in a row{why}: calls go to it last',
    fr: 'pas de réponse à {misses} OPTIONS de suite{why} : les appels y vont en dernier',
  },
  unregistered: {
    en: 'its registrar does not take our REGISTER ({status}): no calls come from it',
    fr: 'son registrar n’accepte pas notre REGISTER ({status}) : aucun appel n’en vient',
  },
  resting: {
    en: 'it has asked for a rest (503 with Retry-After)',
    fr: 'elle a demandé un repos (503 avec Retry-After)',
  },
} as const satisfies Readonly<Record<string, Sentence>>;
