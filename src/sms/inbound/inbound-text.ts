/** The text of a received message, of one part or of many. */
import { alphabetOf } from '#sms/text/data-coding.ts';
import { type DefaultAlphabet, decodeText } from '#sms/text/text-decoding.ts';

/** One part's octets and what is needed to read them. */
export type CodedPart = {
  readonly dataCoding: number;
  readonly headerOctets: number;
  readonly singleShift: number | null;
  readonly lockingShift: number | null;
  readonly octets: Uint8Array;
};

/** How an operator writes what phones send. */
export type InboundAlphabets = {
  readonly defaultAlphabet: DefaultAlphabet;
  /** What it means by data_coding 1. */
  readonly ia5: 'ascii' | 'gsm7';
};

/**
 * Octets of one coding are joined before they are read: phones do cut surrogate pairs and escapes.
 * Packed septets begin again in each part. Undefined for octets that are no text.
 */
export function readParts(
  parts: readonly CodedPart[],
  alphabets: InboundAlphabets,
): string | undefined {
  const texts = runsOf(parts, alphabets).map((run) => readRun(run, alphabets));
  const readable = texts.filter((text) => text !== undefined);
  return readable.length < texts.length ? undefined : readable.join('').replaceAll('\0', '');
}

function runsOf(parts: readonly CodedPart[], { defaultAlphabet }: InboundAlphabets) {
  const runs: [CodedPart, ...CodedPart[]][] = [];
  for (const part of parts) {
    const run = runs.at(-1);
    const mayJoin = defaultAlphabet !== 'gsm7Packed' || alphabetOf(part.dataCoding) !== 'default';
    if (run !== undefined && mayJoin && codedAlike(run[0], part)) run.push(part);
    else runs.push([part]);
  }
  return runs;
}

function codedAlike(one: CodedPart, other: CodedPart): boolean {
  return (
    one.dataCoding === other.dataCoding &&
    one.singleShift === other.singleShift &&
    one.lockingShift === other.lockingShift
  );
}

function readRun(run: readonly [CodedPart, ...CodedPart[]], alphabets: InboundAlphabets) {
  const [{ dataCoding, headerOctets, singleShift, lockingShift }] = run;
  return decodeText(Buffer.concat(run.map(({ octets }) => octets)), {
    ...alphabets,
    alphabet: alphabetOf(dataCoding),
    headerOctets,
    shifts: { single: singleShift ?? undefined, locking: lockingShift ?? undefined },
  });
}
