/**
 * What the DNS says, and the difference between "there is none" and "nobody could tell": the second must
 * never be taken for the first.
 */
import { Resolver } from 'node:dns/promises';
import { fillSentence, type Sentence } from './words.ts';

export type DnsAnswer<Answer> =
  | { readonly found: 'records'; readonly records: readonly Answer[] }
  /** The name is there, a record of this type is not. */
  | { readonly found: 'no record' }
  /** NXDOMAIN. */
  | { readonly found: 'no name' }
  /** No server answered, or none that knew: asking again later may help. */
  | { readonly found: 'unknown'; readonly why: Sentence };

export type MxRecord = { readonly preference: number; readonly exchange: string };

export interface Dns {
  /** IPv4 addresses. */
  findA(name: string): Promise<DnsAnswer<string>>;
  findAaaa(name: string): Promise<DnsAnswer<string>>;
  findMx(name: string): Promise<DnsAnswer<MxRecord>>;
  /** Of each record its strings, as they stand in the zone. */
  findTxt(name: string): Promise<DnsAnswer<readonly string[]>>;
  /** The names of an address. */
  findPtr(address: string): Promise<DnsAnswer<string>>;
}

/** Each server is given 2 s, and then another 4. */
const usualPatience = { timeout: 2_000, tries: 2 };

/** Without servers, those of the machine. Nothing is remembered: what was just put right shows at once. */
export function openDns(servers: readonly string[], patience = usualPatience): Dns {
  const resolver = new Resolver(patience);
  if (servers.length > 0) resolver.setServers(servers);
  return {
    findA: (name) => answerOf(resolver.resolve4(name)),
    findAaaa: (name) => answerOf(resolver.resolve6(name)),
    findMx: (name) => answerOf(resolver.resolveMx(name).then((all) => all.map(mxOf))),
    findTxt: (name) => answerOf(resolver.resolveTxt(name)),
    findPtr: (address) => answerOf(resolver.reverse(address)),
  };
}

function mxOf(record: { readonly priority: number; readonly exchange: string }): MxRecord {
  return { preference: record.priority, exchange: record.exchange.toLowerCase() };
}

async function answerOf<Answer>(asked: Promise<readonly Answer[]>): Promise<DnsAnswer<Answer>> {
  try {
    const records = await asked;
    return records.length === 0 ? { found: 'no record' } : { found: 'records', records };
  } catch (error) {
    return failureOf(error);
  }
}

/** The resolver's words, which are the same on every system. */
const failures: Readonly<Record<string, Sentence>> = {
  ESERVFAIL: {
    en: 'the name server failed (SERVFAIL)',
    fr: 'le serveur de noms a échoué (SERVFAIL)',
  },
  ETIMEOUT: {
    en: 'no name server answered in time',
    fr: 'aucun serveur de noms n’a répondu à temps',
  },
  EREFUSED: {
    en: 'the name server refused the question',
    fr: 'le serveur de noms a refusé la question',
  },
  ECONNREFUSED: {
    en: 'no name server could be reached',
    fr: 'aucun serveur de noms n’a pu être joint',
  },
};

const otherFailure: Sentence = {
  en: 'the question failed ({code})',
  fr: 'la question a échoué ({code})',
};

function failureOf(error: unknown): DnsAnswer<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (code === 'ENOTFOUND') return { found: 'no name' };
  if (code === 'ENODATA') return { found: 'no record' };
  return { found: 'unknown', why: failures[code] ?? fillSentence(otherFailure, { code }) };
}
