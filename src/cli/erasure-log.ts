/**
 * `erasures.jsonl` in the data folder: who was erased, sealed, a line each. It stands outside the
 * database, so that a copy that is older than an erasure can be made to forget as well; so it is sealed with a key
 * that is never replaced. Lines from before there was one have the sealing key of their time: they are written once
 * more, and a line that says how many of them are is behind.
 */
import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoggedErasure, WrittenSubject } from '#accounts/erasing.ts';
import { giveToFolderOwner } from '#core/folder-owner.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { createSealer, keyIdOf, type Sealer, sealedWith } from '#core/sealed.ts';

const fileName = 'erasures.jsonl';
const subjectPlace = 'erasures.jsonl/subject';

export function erasureLogOf(dataFolder: string): string {
  return path.join(dataFolder, fileName);
}

/** On the disk when it answers: an erasure that stops halfway is done again with the next restore. */
export async function logErasure(
  file: string,
  logged: LoggedErasure,
  sealer: Pick<Sealer, 'deriveKey'>,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await append(file, [writeLine(logged, logSealer(sealer))]);
}

/** None where there is no such file; throws where a line cannot be read: nobody may be left out. */
export async function readErasures(
  file: string,
  sealer: Sealer,
): Promise<readonly LoggedErasure[]> {
  const own = logSealer(sealer);
  const { renewed, lines } = await readLines(file);
  const former = lines.filter((line) => !isOwn(line, own)).slice(renewed);
  const current = lines.filter((line) => isOwn(line, own));
  return [
    ...former.map((line) => readLine(line, sealer)),
    ...current.map((line) => readLine(line, own)),
  ];
}

/** Before a sealing key may go: nothing of the file needs it from then on. */
export async function renewErasures(file: string, sealer: Sealer): Promise<void> {
  const own = logSealer(sealer);
  const { renewed, lines } = await readLines(file);
  const former = lines.filter((line) => !isOwn(line, own));
  if (former.length <= renewed) return;
  const read = former.slice(renewed).map((line) => readLine(line, sealer));
  await append(
    file,
    read.map((logged) => writeLine(logged, own)),
  );
  await append(file, [{ renewed: former.length }]);
}

type WrittenLine = Omit<LoggedErasure, 'subject'> & {
  readonly kind: WrittenSubject['kind'];
  readonly subject: string;
};

type LogSealer = Pick<Sealer, 'seal' | 'open'> & { readonly keyId: string };

function logSealer(sealer: Pick<Sealer, 'deriveKey'>): LogSealer {
  const key = sealer.deriveKey('parley erasure log');
  return { ...createSealer(key), keyId: keyIdOf(key) };
}

function isOwn({ subject }: WrittenLine, { keyId }: LogSealer): boolean {
  return sealedWith(subject) === keyId;
}

/** How many lines of former keys, from the first on, stand there once more. */
async function readLines(file: string) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const read = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WrittenLine | { readonly renewed: number });
  const marks = read.flatMap((line) => ('renewed' in line ? [line.renewed] : []));
  const lines = read.flatMap((line) => ('renewed' in line ? [] : [line]));
  return { renewed: Math.max(0, ...marks), lines };
}

async function append(file: string, lines: readonly object[]): Promise<void> {
  await appendFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    mode: 0o600,
  });
  giveToFolderOwner(file);
  await using handle = await open(file, 'r');
  await handle.sync();
}

function writeLine({ subject, ...rest }: LoggedErasure, own: LogSealer): WrittenLine {
  const { kind } = subject;
  const clear = subject.kind === 'phone' ? subject.phone : subject.address;
  return { ...rest, kind, subject: own.seal(clear, subjectPlace) };
}

function readLine({ kind, subject: sealed, ...rest }: WrittenLine, sealer: Pick<Sealer, 'open'>) {
  const clear = sealer.open(sealed, subjectPlace);
  if (kind === 'email') return { ...rest, subject: { kind, address: clear } };
  const phone = parsePhoneNumber(`+${clear}`, '');
  if (phone === undefined) throw new Error(`${fileName} has a line without a phone`);
  return { ...rest, subject: { kind, phone } };
}
