/** What the doctor says of one thing: how it is, and what to do where it is not well. */

export type Finding = {
  /** What was looked at, in a word or two. */
  readonly of: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** One thing to do; undefined where all is well. */
  readonly fix: string | undefined;
  /** A customer's name stands in it, behind the first word of what was looked at: it does not leave the house. */
  readonly isPrivate?: boolean;
};

export function ok(of: string, says: string): Finding {
  return { of, verdict: 'ok', says, fix: undefined };
}

/** It works, and will not always. */
export function warn(of: string, says: string, fix: string): Finding {
  return { of, verdict: 'warn', says, fix };
}

/** It does not work, or loses something. */
export function fail(of: string, says: string, fix: string): Finding {
  return { of, verdict: 'fail', says, fix };
}

/** For documents that leave the house. */
export function withoutNames(finding: Finding): Finding {
  if (finding.isPrivate !== true) return finding;
  const [kind = ''] = finding.of.split(' ');
  return { of: kind, verdict: finding.verdict, says: '', fix: undefined };
}
