/**
 * `erasures.jsonl` in the data folder: who was erased, sealed, a line each. It stands outside the
 * database, so that a copy that is older than an erasure can be made to forget as well.
 */
import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { Sealer } from '#core/sealed.ts';

export type LoggedErasure = {
  readonly at: string;
  readonly by: string;
  readonly accountId: number | null;
  readonly subject: WrittenSubject;
};

export type WrittenSubject =
  | { readonly kind: 'phone'; readonly phone: PhoneNumber }
  | { readonly kind: 'email'; readonly address: string };

const fileName = 'erasures.jsonl';
const subjectPlace = 'erasures.jsonl/subject';

export function erasureLogOf(dataFolder: string): string {
  return path.join(dataFolder, fileName);
}

/** On the disk when it answers: an erasure that stops halfway is done again with the next restore. */
export async function logErasure(
  file: string,
  { subject, ...rest }: LoggedErasure,
  sealer: Pick<Sealer, 'seal'>,
): Promise<void> {
  const { kind } = subject;
  const clear = subject.kind === 'phone' ? subject.phone : subject.address;
  const line = { ...rest, kind, subject: sealer.seal(clear, subjectPlace) };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  await using handle = await open(file, 'r');
  await handle.sync();
}

/** None where there is no such file; throws where a line cannot be read: nobody may be left out. */
export async function readErasures(
  file: string,
  sealer: Pick<Sealer, 'open'>,
): Promise<readonly LoggedErasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => readLine(JSON.parse(line) as WrittenLine, sealer));
}

type WrittenLine = Omit<LoggedErasure, 'subject'> & {
  readonly kind: WrittenSubject['kind'];
  readonly subject: string;
};

function readLine(
  { kind, subject: sealed, ...rest }: WrittenLine,
  sealer: Pick<Sealer, 'open'>,
): LoggedErasure {
  const clear = sealer.open(sealed, subjectPlace);
  if (kind === 'email') return { ...rest, subject: { kind, address: clear } };
  const phone = parsePhoneNumber(`+${clear}`, '');
  if (phone === undefined) throw new Error(`${fileName} has a line without a phone`);
  return { ...rest, subject: { kind, phone } };
}
