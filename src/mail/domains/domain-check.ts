/** Everything the DNS should say of a sending domain, and what it says. */
import type { Dns } from '#core/dns.ts';
import { fillSentence, joined, type Sentence } from '#core/words.ts';
import {
  type CheckedRecord,
  fine,
  type Judgement,
  judgeEmpty,
  missing,
  textsOf,
  unknown,
  type Verdict,
  wrong,
} from './checked-record.ts';
import { isNeeded } from './domain-keys.ts';
import { checkKeyRecord } from './key-record.ts';
import type { MailDomain } from './mail-domain.ts';
import {
  dmarcRecord,
  returnPathRecord,
  returnSpfRecord,
  type ServerInDns,
} from './needed-records.ts';
import { recordWords } from './record-words.ts';
import { purposeNames, reportWords, verdictSentences } from './report-words.ts';
import { checkSpf, type SpfVerdict } from './spf.ts';

/** What the mails of all domains have in common here. */
export type MailServerName = ServerInDns & { readonly dns: Dns };

export type DomainReport = {
  readonly records: readonly CheckedRecord[];
  /** Its owner has entered our key, which nobody else could. */
  readonly isProved: boolean;
  /** Of the required records, the worst. */
  readonly verdict: Verdict;
  readonly sentence: Sentence;
};

export async function checkDomain(
  domain: MailDomain,
  server: MailServerName,
  nowMs: number,
): Promise<DomainReport> {
  const keys = domain.keys.filter((key) => isNeeded(key, nowMs));
  const records = await Promise.all([
    ...keys.map((key) => checkKeyRecord(key, domain, server.dns)),
    checkDmarc(domain.name, server.dns),
  ]);
  const others =
    server.serverName === undefined
      ? []
      : await checkServer(domain.name, server.serverName, server);
  const all = [...records, ...others];
  const verdict = worst(all.filter(({ isRequired }) => isRequired));
  const sentence = verdict === 'ok' ? readySentence(all, server) : verdictSentences[verdict];
  return { records: all, isProved: isProved(all), verdict, sentence };
}

/** What was not looked at is said, too: nobody is to take it for granted. */
function readySentence(records: readonly CheckedRecord[], server: MailServerName): Sentence {
  const inOrder = namesOf(records.filter(isFine));
  const open = namesOf(records.filter((each) => !isFine(each)));
  const left = server.serverName === undefined ? [purposeNames['return path']] : [];
  if (server.serverName === undefined || !server.sendsItself)
    left.push(purposeNames['return path SPF'], purposeNames['server name']);
  const { ready, notNeeded, notLookedAt } = reportWords;
  const told = [
    fillSentence(ready, { names: listed(inOrder) }),
    ...(open.length === 0 ? [] : [fillSentence(notNeeded, { names: listed(open) })]),
    ...(left.length === 0 ? [] : [fillSentence(notLookedAt, { names: listed(left) })]),
  ];
  return joined(told, ' ');
}

function namesOf(records: readonly CheckedRecord[]): readonly Sentence[] {
  return [...new Set(records.map(({ purpose }) => purposeNames[purpose]))];
}

function listed(names: readonly Sentence[]): Sentence {
  return joined(names, ', ');
}

function isFine({ verdict }: CheckedRecord): boolean {
  return verdict === 'ok';
}

function isProved(records: readonly CheckedRecord[]): boolean {
  return records.some(({ purpose, verdict }) => purpose === 'signature' && verdict === 'ok');
}

const byGravity: readonly Verdict[] = ['wrong', 'missing', 'unknown', 'ok'];

function worst(records: readonly CheckedRecord[]): Verdict {
  return byGravity.find((verdict) => records.some((each) => each.verdict === verdict)) ?? 'ok';
}

/** RFC 7489 §6.6.3: the domain's own policy, else that of the domain above it. */
async function checkDmarc(domain: string, dns: Dns): Promise<CheckedRecord> {
  const record = dmarcRecord(domain);
  const { name } = record;
  const frame = { ...record, isRequired: true };
  const answer = await dns.findTxt(name);
  const found = textsOf(answer).filter((text) => /^v=DMARC1\b/i.test(text));
  if (answer.found === 'unknown')
    return { ...frame, found, ...unknown(recordWords.notLookedUp, { why: answer.why }) };
  if (found.length > 0) return { ...frame, found, ...judgeDmarc(found) };
  const above = domain.split('.').slice(1).join('.');
  if (above.includes('.')) {
    const inherited = await checkDmarc(above, dns);
    if (inherited.verdict === 'ok') {
      return {
        ...frame,
        found: inherited.found,
        verdict: 'ok',
        why: fillSentence(recordWords.inherited, { above }),
      };
    }
  }
  return {
    ...frame,
    found,
    ...missing(recordWords.noPolicy, { name }),
  };
}

function judgeDmarc(found: readonly string[]): Judgement {
  const [text = '', ...others] = found;
  // RFC 7489 §6.6.3: with two of them there is none.
  if (others.length > 0) return wrong(recordWords.severalDmarc, { count: found.length });
  if (!/;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(text)) {
    return wrong(recordWords.policyUnknown);
  }
  return fine;
}

async function checkServer(domain: string, serverName: string, server: MailServerName) {
  const { dns, sendsItself } = server;
  const host = await findHost(serverName, dns);
  return Promise.all([
    checkReturnPath(domain, serverName, dns),
    ...(sendsItself ? [checkReturnSpf(domain, host, dns), checkNames(host, dns)] : []),
  ]);
}

type Host = {
  readonly name: string;
  readonly addresses: readonly string[];
  /** Where it has none: why. */
  readonly lack: Judgement;
};

async function findHost(name: string, dns: Dns): Promise<Host> {
  const answers = await Promise.all([dns.findA(name), dns.findAaaa(name)]);
  const addresses = answers.flatMap((each) => (each.found === 'records' ? each.records : []));
  const failed = answers.find((each) => each.found === 'unknown');
  const lack =
    failed?.found === 'unknown'
      ? unknown(recordWords.hostNotLookedUp, { name, why: failed.why })
      : missing(recordWords.noAddress, { name });
  return { name, addresses, lack };
}

async function checkReturnPath(domain: string, serverName: string, dns: Dns) {
  const record = returnPathRecord(domain, serverName);
  const { name } = record;
  const answer = await dns.findMx(name);
  const found =
    answer.found === 'records'
      ? answer.records.map(({ preference, exchange }) => `${preference} ${exchange}`)
      : [];
  const isOurs = found.some((each) => each.endsWith(` ${serverName}`));
  const judged =
    judgeEmpty(answer, name) ??
    (isOurs ? fine : wrong(recordWords.otherServer, { name: serverName }));
  return { ...record, found, isRequired: false, ...judged };
}

async function checkReturnSpf(domain: string, host: Host, dns: Dns): Promise<CheckedRecord> {
  const record = returnSpfRecord(domain, host.name);
  const { name } = record;
  const found = textsOf(await dns.findTxt(name)).filter((text) => /^v=spf1\b/i.test(text));
  const frame = { ...record, isRequired: true };
  if (host.addresses.length === 0) return { ...frame, found, ...host.lack };
  const verdicts = await Promise.all(host.addresses.map((each) => checkSpf(name, each, dns)));
  return { ...frame, found, ...judgeSpf(verdicts, name) };
}

function judgeSpf(verdicts: readonly SpfVerdict[], name: string): Judgement {
  for (const verdict of verdicts) {
    if (verdict.result === 'none') return missing(recordWords.noSpf, { name });
    if (verdict.result === 'unknown') return unknown(recordWords.spfWhy, { why: verdict.why });
    if (verdict.result === 'fail' || verdict.result === 'error')
      return wrong(recordWords.spfWhy, { why: verdict.why });
  }
  return fine;
}

/** Gmail refuses servers whose address does not lead back to a name that leads to it. */
async function checkNames({ name, addresses, lack }: Host, dns: Dns): Promise<CheckedRecord> {
  const answers = await Promise.all(addresses.map((address) => dns.findPtr(address)));
  const found = answers.flatMap((answer) => (answer.found === 'records' ? answer.records : []));
  const frame = { purpose: 'server name', type: 'PTR', expected: name, isRequired: true } as const;
  if (addresses.length === 0) return { ...frame, name, found, ...lack };
  const failed = answers.find((answer) => answer.found === 'unknown');
  const lost = addresses.filter((_, at) => !leadsTo(answers[at], name));
  const judged =
    failed?.found === 'unknown'
      ? unknown(recordWords.notLookedUp, { why: failed.why })
      : lost.length === 0
        ? fine
        : wrong(recordWords.notBack, { addresses: lost.join(', '), name });
  return { ...frame, name: addresses.join(', '), found, ...judged };
}

function leadsTo(answer: Awaited<ReturnType<Dns['findPtr']>> | undefined, name: string): boolean {
  return answer?.found === 'records' && answer.records.some((each) => each.toLowerCase() === name);
}
