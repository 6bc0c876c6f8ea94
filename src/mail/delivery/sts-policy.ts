import { readHeaderLine } from '#core/header-line.ts';

/** RFC 8461: what a domain's policy says, and which of its servers it covers. */

export type StsPolicy = {
  readonly mode: 'enforce' | 'testing' | 'none';
  readonly mx: readonly string[];
  readonly maxAgeMs: number;
};

/** §3.2: one year. */
const maxAgeSMax = 31_557_600;
const mxMax = 100;
const modes = ['enforce', 'testing', 'none'] as const;

/** The id in the texts of `_mta-sts`; undefined where there is none, or more than one. §3.1. */
export function readStsId(records: readonly (readonly string[])[]): string | undefined {
  const texts = records
    .map((strings) => strings.join(''))
    .filter((text) => /^v=STSv1\s*;/.test(text));
  const [only, ...others] = texts;
  if (only === undefined || others.length > 0) return undefined;
  return /;\s*id\s*=\s*(?<id>[A-Za-z0-9]{1,32})\s*(?:;|$)/.exec(only)?.groups?.['id'];
}

/** Undefined: it is no policy. */
export function readStsPolicy(text: string): StsPolicy | undefined {
  const fields = text.split(/\r?\n/).map(readHeaderLine);
  const first = (name: string): string | undefined =>
    fields.find((field) => field?.name === name)?.value;
  const mode = modes.find((word) => word === first('mode'));
  const maxAge = first('max_age') ?? '';
  if (first('version') !== 'STSv1' || mode === undefined || !/^\d{1,10}$/.test(maxAge)) {
    return undefined;
  }
  const mx = fields
    .filter((field) => field?.name === 'mx')
    .map((field) => field?.value.toLowerCase() ?? '');
  if ((mode !== 'none' && mx.length === 0) || mx.length > mxMax) return undefined;
  return { mode, mx, maxAgeMs: Math.min(Number(maxAge), maxAgeSMax) * 1_000 };
}

/** §4.1: a wildcard stands for one label, the leftmost. */
export function coversHost(patterns: readonly string[], host: string): boolean {
  return patterns.some((pattern) => {
    if (!pattern.startsWith('*.')) return pattern === host;
    const dot = host.indexOf('.');
    return dot > 0 && host.slice(dot) === pattern.slice(1);
  });
}
