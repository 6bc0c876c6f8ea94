/** What a record of a sending domain should say, what the DNS has, and what that means. */
import type { DnsAnswer } from '#core/dns.ts';

/** A DNS that fails is `unknown`: nobody is told to add what may be there. */
export type Verdict = 'ok' | 'wrong' | 'missing' | 'unknown';

export type CheckedRecord = {
  readonly purpose: RecordPurpose;
  readonly type: 'TXT' | 'MX' | 'PTR';
  readonly name: string;
  /** As it is to be entered. */
  readonly expected: string;
  readonly found: readonly string[];
  readonly verdict: Verdict;
  /** A sentence for whoever looks after the DNS; empty where there is nothing to say. */
  readonly why: string;
  /** Without it mail is not ready to be sent. */
  readonly isRequired: boolean;
};

export type RecordPurpose =
  | 'signature'
  | 'next signature'
  | 'last signature'
  | 'return path'
  | 'return path SPF'
  | 'DMARC'
  | 'server name';

export type Judgement = Pick<CheckedRecord, 'verdict' | 'why'>;

export const fine: Judgement = { verdict: 'ok', why: '' };

export function wrong(why: string): Judgement {
  return { verdict: 'wrong', why };
}

export function missing(why: string): Judgement {
  return { verdict: 'missing', why };
}

export function unknown(why: string): Judgement {
  return { verdict: 'unknown', why };
}

/** TXT strings as one text each. */
export function textsOf(answer: DnsAnswer<readonly string[]>): readonly string[] {
  return answer.found === 'records' ? answer.records.map((strings) => strings.join('')) : [];
}

/** What an answer without records means. */
export function judgeEmpty(answer: DnsAnswer<unknown>, name: string): Judgement | undefined {
  if (answer.found === 'records') return undefined;
  return answer.found === 'unknown'
    ? unknown(`It could not be looked up: ${answer.why}.`)
    : missing(`There is no such record at ${name}.`);
}
