/** What a record of a sending domain should say, what the DNS has, and what that means. */
import type { DnsAnswer } from '#core/dns.ts';
import { fillSentence, type Params, type Sentence } from '#core/words.ts';
import { recordWords } from './record-words.ts';

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
  /** A sentence for the person who looks after the DNS, in both languages; empty where there is nothing to say. */
  readonly why: Sentence;
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

export const fine: Judgement = { verdict: 'ok', why: { en: '', fr: '' } };

export function wrong(why: Sentence, params: Params = {}): Judgement {
  return { verdict: 'wrong', why: fillSentence(why, params) };
}

export function missing(why: Sentence, params: Params = {}): Judgement {
  return { verdict: 'missing', why: fillSentence(why, params) };
}

export function unknown(why: Sentence, params: Params = {}): Judgement {
  return { verdict: 'unknown', why: fillSentence(why, params) };
}

/** TXT strings as one text each. */
export function textsOf(answer: DnsAnswer<readonly string[]>): readonly string[] {
  return answer.found === 'records' ? answer.records.map((strings) => strings.join('')) : [];
}

/** What an answer without records means. */
export function judgeEmpty(answer: DnsAnswer<unknown>, name: string): Judgement | undefined {
  if (answer.found === 'records') return undefined;
  return answer.found === 'unknown'
    ? unknown(recordWords.notLookedUp, { why: answer.why })
    : missing(recordWords.noRecord, { name });
}
