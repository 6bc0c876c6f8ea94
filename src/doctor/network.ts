/** What the doctor asks the DNS: whether it answers, where the public URL leads, what sending domains lack. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import { type Dns, openDns } from '#core/dns.ts';
import { fillSentence, joined, type Params, type Sentence } from '#core/words.ts';
import type { CheckedRecord } from '#mail/domains/checked-record.ts';
import { checkDomain, type DomainReport } from '#mail/domains/domain-check.ts';
import type { MailDomain } from '#mail/domains/mail-domain.ts';
import { purposeNames } from '#mail/domains/report-words.ts';
import { type Finding, type FindingCode, fail, ok, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';
import type { DoctorStores } from './stores.ts';

/** Each server is given 1 s, and then another 2: who looks is waiting. */
const patience = { timeout: 1_000, tries: 2 };
/** RFC 2606 §3: there for everybody, and tells nobody what is asked here. */
const anyName = 'example.com';
/** Each asks the DNS some ten questions. */
const domainsMax = 50;
const domainsAtOnce = 8;
const domainMs = 15_000;
const shownMax = 3;

export function dnsOfDoctor({ nameServers }: Pick<Config, 'nameServers'>): Dns {
  return openDns(nameServers, patience);
}

/** That a name is not there is an answer, too. */
export async function lookAtNameServer(config: Config, dns: Dns): Promise<Finding> {
  const answer = await dns.findA(publicName(config) ?? anyName);
  if (answer.found !== 'unknown') return ok('name server answers');
  const isNeeded = config.publicUrl !== undefined || config.mail.mode !== 'catcher';
  return (isNeeded ? fail : warn)('name server does not answer', { why: answer.why });
}

export async function lookAtPublicName(config: Config, dns: Dns): Promise<readonly Finding[]> {
  const name = publicName(config);
  if (name === undefined) return [];
  const answers = await Promise.all([dns.findA(name), dns.findAaaa(name)]);
  const addresses = answers.flatMap((each) => (each.found === 'records' ? each.records : []));
  if (addresses.length > 0) {
    return [ok('public name has an address', { name, addresses: addresses.join(', ') })];
  }
  const unknown = answers.find(({ found }) => found === 'unknown');
  if (unknown?.found === 'unknown') {
    return [warn('public name was not looked up', { name, why: unknown.why })];
  }
  if (await isKnownHere(name)) return [ok('public name is known here', { name })];
  return [fail('public name has no address', { name })];
}

/** As its table of hosts has it. */
async function isKnownHere(name: string): Promise<boolean> {
  return lookup(name).then(
    () => true,
    () => false,
  );
}

/** Undefined where it names no place, or an address. */
function publicName({ publicUrl }: Config): string | undefined {
  const host = URL.parse(publicUrl ?? '')?.hostname ?? '';
  const isName = host !== '' && host !== 'localhost' && isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return isName ? host : undefined;
}

/** Receivers greet who calls itself by a name that does not lead back with a refusal. */
export function lookAtMailName({ mail }: Config): readonly Finding[] {
  return mail.mode !== 'direct' || mail.helloName !== '' ? [] : [warn('mail name is unset')];
}

type Domains = Pick<DoctorStores, 'domains'>;

type DomainLook = {
  readonly config: Config;
  readonly clock: Pick<Clock, 'after'>;
  readonly dns: Dns;
  readonly nowMs: number;
};

/** SPF, DKIM and DMARC as the page of a domain judges them. */
export async function lookAtDomains(
  { domains }: Domains,
  { config, clock, dns, nowMs }: DomainLook,
): Promise<readonly Finding[]> {
  const { mode, helloName } = config.mail;
  // What stays in the catcher may be from anywhere: only who has proved a domain means it.
  const wanted = (await domains.listDomains()).filter(
    ({ staysHere, verifiedAtMs }) => !staysHere && (mode !== 'catcher' || verifiedAtMs !== null),
  );
  const server = {
    dns,
    serverName: helloName === '' ? undefined : helloName,
    sendsItself: mode === 'direct',
  };
  const judged = async (domain: MailDomain): Promise<Finding> => {
    const report = await within(domainMs, clock, checkDomain(domain, server, nowMs));
    return judge(domain, report);
  };
  const found: Finding[] = [];
  const looked = wanted.slice(0, domainsMax);
  for (let at = 0; at < looked.length; at += domainsAtOnce) {
    found.push(...(await Promise.all(looked.slice(at, at + domainsAtOnce).map(judged))));
  }
  const left = wanted.length - domainsMax;
  return left > 0 ? [...found, ok('domains were left out', { left })] : found;
}

function judge({ name, verifiedAtMs }: MailDomain, report: DomainReport | undefined): Finding {
  if (report === undefined) return secret(warn('domain took too long', { domain: name }));
  const { verdict, sentence } = report;
  const told = { domain: name, report: sentence };
  if (verdict === 'ok') return secret(ok('domain is ready', told));
  // What leaves from it is refused or taken for spam; what is not proved does not leave.
  const isHarmful = verifiedAtMs !== null && verdict !== 'unknown';
  return secret((isHarmful ? fail : warn)(codes[verdict], { ...told, troubles: troubles(report) }));
}

const codes = {
  wrong: 'domain record is wrong',
  missing: 'domain record is missing',
  unknown: 'domain is unknown now',
} as const satisfies Readonly<Record<string, FindingCode>>;

function secret(finding: Finding): Finding {
  return { ...finding, isPrivate: true };
}

function troubles({ records }: DomainReport): Params[string] {
  const bad = records.filter(({ isRequired, verdict }) => isRequired && verdict !== 'ok');
  const first = joined(bad.slice(0, shownMax).map(troubleOf), ' ');
  return bad.length > shownMax ? fillSentence(findingParts.more, { troubles: first }) : first;
}

function troubleOf({ purpose, name, why }: CheckedRecord): Sentence {
  return {
    en: `${purpose} ${name}: ${why.en}`,
    fr: `${purposeNames[purpose].fr} ${name} : ${why.fr}`,
  };
}

/** Undefined where it takes longer. */
async function within<Value>(
  ms: number,
  clock: Pick<Clock, 'after'>,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const deadline = clock.after(ms, () => late.resolve(undefined));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.cancel();
  }
}
