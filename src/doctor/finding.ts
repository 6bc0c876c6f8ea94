/** What the doctor says of one thing: how it is, and what to do where it is not well. Its sentences stand in words.ts. */
import { fillSentence, type Params, type Sentence } from '#core/words.ts';
import type { FindingWords } from './finding-words.ts';
import { findingWords } from './words.ts';

type Verdict = 'ok' | 'warn' | 'fail';

export type FindingCode = keyof typeof findingWords;

export type Finding = {
  readonly code: FindingCode;
  readonly verdict: Verdict;
  readonly params: Params;
  /** A customer's name stands in its parameters: they do not leave the house. */
  readonly isPrivate?: boolean;
};

/** In both languages. */
export type ToldFinding = {
  /** What was looked at, in a word or two. */
  readonly of: Sentence;
  readonly verdict: Verdict;
  readonly says: Sentence;
  /** One thing to do; null where all is well. */
  readonly fix: Sentence | null;
  readonly code: FindingCode;
  readonly params: Params;
};

export function ok(code: FindingCode, params: Params = {}): Finding {
  return { code, verdict: 'ok', params };
}

/** It works, and will not always. */
export function warn(code: FindingCode, params: Params = {}): Finding {
  return { code, verdict: 'warn', params };
}

/** It does not work, or loses something. */
export function fail(code: FindingCode, params: Params = {}): Finding {
  return { code, verdict: 'fail', params };
}

export function tellFinding({ code, verdict, params }: Finding): ToldFinding {
  const { of, says, fix }: FindingWords = findingWords[code];
  return {
    of: fillSentence(of, params),
    verdict,
    says: fillSentence(says, params),
    fix: verdict === 'ok' || fix === undefined ? null : fillSentence(fix, params),
    code,
    params,
  };
}

/** For programs and for documents, which are English. */
export function inEnglish({ of, verdict, says, fix, code, params }: ToldFinding): object {
  return { of: of.en, verdict, says: says.en, fix: fix?.en, code, params };
}

/** For documents that leave the house. */
export function withoutNames(finding: Finding): object {
  const { code, verdict, isPrivate = false } = finding;
  return isPrivate ? { code, verdict } : inEnglish(tellFinding(finding));
}
