/** RFC 7208, as far as a sending domain needs it: is a server allowed, and what is wrong with the record. */
import type { Dns, DnsAnswer } from '#core/dns.ts';
import { type IpAddress, parseIpAddress } from '#core/ip-address.ts';
import { fillSentence, type Params, type Sentence } from '#core/words.ts';
import { textsOf } from './checked-record.ts';
import { spfWords } from './record-words.ts';

export type SpfVerdict =
  | { readonly result: 'pass' }
  | { readonly result: 'none' }
  | { readonly result: 'fail' | 'error' | 'unknown'; readonly why: Sentence };

/** RFC 7208 §4.6.4: mechanisms that ask the DNS. */
const lookUpsMax = 10;

type Course = { readonly dns: Dns; readonly address: IpAddress; lookUps: number };

class SpfFault extends Error {
  override readonly name = 'SpfFault';
  readonly result: 'error' | 'unknown';

  readonly why: Sentence;

  constructor(result: 'error' | 'unknown', words: Sentence, params: Params) {
    const why = fillSentence(words, params);
    super(why.en);
    this.result = result;
    this.why = why;
  }
}

/** Whether mail of the domain may come from that address. */
export async function checkSpf(domain: string, address: string, dns: Dns): Promise<SpfVerdict> {
  const parsed = parseIpAddress(address);
  if (parsed === undefined)
    return { result: 'error', why: fillSentence(spfWords.badAddress, { address }) };
  const course: Course = { dns, address: parsed, lookUps: 0 };
  try {
    const result = await evaluate(domain, course);
    if (result === 'pass' || result === 'none') return { result };
    return { result: 'fail', why: fillSentence(spfWords.notAllowed, { address }) };
  } catch (error) {
    if (error instanceof SpfFault) return { result: error.result, why: error.why };
    throw error;
  }
}

type Result = 'pass' | 'fail' | 'none';

async function evaluate(domain: string, course: Course): Promise<Result> {
  const answer = await course.dns.findTxt(domain);
  refuseUnknown(answer, domain);
  const records = textsOf(answer).filter((text) => /^v=spf1(?: |$)/i.test(text));
  // RFC 7208 §4.5: with two of them none counts.
  if (records.length > 1) {
    throw new SpfFault('error', spfWords.several, { count: records.length, domain });
  }
  const [record] = records;
  if (record === undefined) return 'none';
  const terms = record
    .split(/ +/)
    .slice(1)
    .filter((term) => term !== '');
  for (const term of terms) {
    const matched = await matches(term, domain, course);
    if (matched) return /^[-~?]/.test(term) ? 'fail' : 'pass';
  }
  const redirect = terms
    .map((term) => /^redirect=(?<to>.+)$/i.exec(term)?.groups?.['to'])
    .find(Boolean);
  if (redirect === undefined) return 'fail';
  countLookUp(course);
  return evaluate(redirect, course);
}

const mechanism =
  /^[+?~-]?(?<name>[a-z0-9]+)(?::(?<value>.*?))?(?<four>\/\d{1,3})?(?:\/(?<six>\/\d{1,3}))?$/i;

/** Macros are left out: none of those that we ask people to enter has one. */
async function matches(term: string, domain: string, course: Course): Promise<boolean> {
  if (/^[a-z][a-z0-9_.-]*=/i.test(term)) return false;
  const { name = '', value, four = '', six = '' } = mechanism.exec(term)?.groups ?? {};
  const { dns } = course;
  const bits = course.address.family === 4 ? four : six;
  switch (name.toLowerCase()) {
    case 'all':
      return true;
    case 'ip4':
    case 'ip6':
      return isWithin(`${value}${four}`, course.address, term);
    case 'include':
      countLookUp(course);
      return (await evaluate(value ?? '', course)) === 'pass';
    case 'a':
      countLookUp(course);
      return isHost(value ?? domain, bits, course);
    case 'mx': {
      countLookUp(course);
      const answer = await dns.findMx(value ?? domain);
      refuseUnknown(answer, value ?? domain);
      const hosts = answer.found === 'records' ? answer.records.slice(0, lookUpsMax) : [];
      for (const { exchange } of hosts) if (await isHost(exchange, bits, course)) return true;
      return false;
    }
    case 'exists':
    case 'ptr':
      countLookUp(course);
      return false;
    default:
      throw new SpfFault('error', spfWords.badMechanism, { term, domain });
  }
}

async function isHost(host: string, bits: string, course: Course): Promise<boolean> {
  const { dns, address } = course;
  const answer = await (address.family === 4 ? dns.findA(host) : dns.findAaaa(host));
  refuseUnknown(answer, host);
  const found = answer.found === 'records' ? answer.records : [];
  return found.some((each) => isWithin(`${each}${bits}`, address, host));
}

/** Bits behind the prefix do not matter. */
function isWithin(written: string, address: IpAddress, term: string): boolean {
  const [text = '', length] = written.split('/');
  const network = parseIpAddress(text);
  // RFC 7208 §5.6: a prefix length is a number.
  if (network === undefined || !/^\d{1,3}$/.test(length ?? '0')) {
    throw new SpfFault('error', spfWords.noAddress, { term });
  }
  const width = network.family === 4 ? 32 : 128;
  const hostBits = BigInt(Math.max(width - Number(length ?? width), 0));
  return network.family === address.family && network.bits >> hostBits === address.bits >> hostBits;
}

function countLookUp(course: Course): void {
  course.lookUps += 1;
  if (course.lookUps > lookUpsMax) {
    throw new SpfFault('error', spfWords.tooManyLookUps, { max: lookUpsMax });
  }
}

function refuseUnknown(answer: DnsAnswer<unknown>, name: string): void {
  if (answer.found === 'unknown') {
    throw new SpfFault('unknown', spfWords.notLookedUp, { name, why: answer.why });
  }
}
