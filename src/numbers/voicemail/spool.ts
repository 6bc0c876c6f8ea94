/**
 * Recordings on the disk while they are made: `<call>.part` is a header of 512 octets and G.711 behind it,
 * appended each second. A process that finds one after a crash knows from its header whose it is.
 */
import { mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { NewVoicemail, RecordingEnd } from './voicemail.ts';

const headerBytes = 512;
const suffix = '.part';

/** What is known when a recording begins. */
export type RecordingHeader = Omit<NewVoicemail, 'durationMs' | 'end'>;

export type Recording = {
  readonly header: RecordingHeader;
  /** Undefined: the process that recorded it did not come to its end. */
  readonly end: RecordingEnd | undefined;
  readonly audio: Buffer;
};

export class Spool {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Spool(folder);
  }

  fileOf(callId: number): string {
    return path.join(this.#folder, `${callId}${suffix}`);
  }

  /** Throws where the disk takes nothing: then the call is better refused than answered. */
  async begin(header: RecordingHeader): Promise<string> {
    const file = this.fileOf(header.id);
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.write(writeHeader(header, undefined), 0, headerBytes, 0);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    return file;
  }

  /** Writes the header again: the law is known, or why it ended while the storage is away. */
  async rewrite(header: RecordingHeader, end?: RecordingEnd): Promise<void> {
    const handle = await open(this.fileOf(header.id), 'r+');
    try {
      await handle.write(writeHeader(header, end), 0, headerBytes, 0);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  /** Undefined where the file is gone, or is none of ours. */
  async read(callId: number): Promise<Recording | undefined> {
    try {
      const octets = await readFile(this.fileOf(callId));
      const head = readHeader(octets.subarray(0, headerBytes));
      return head?.header.id === callId
        ? { ...head, audio: octets.subarray(headerBytes) }
        : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(callId: number): Promise<void> {
    try {
      await unlink(this.fileOf(callId));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Calls whose recordings lie here, with when they were last written to. */
  async list(): Promise<readonly { readonly callId: number; readonly writtenAtMs: number }[]> {
    const names = (await readdir(this.#folder)).filter((name) => /^\d{1,15}\.part$/.test(name));
    const found = await Promise.all(
      names.map(async (name) => {
        const written = await stat(path.join(this.#folder, name)).catch(() => undefined);
        const callId = Number(name.slice(0, -suffix.length));
        return written === undefined ? [] : [{ callId, writtenAtMs: written.mtimeMs }];
      }),
    );
    return found.flat().toSorted((a, b) => a.callId - b.callId);
  }
}

function writeHeader(header: RecordingHeader, end: RecordingEnd | undefined): Buffer {
  const whole = headerText(header, end);
  // A long name is worth less than the message.
  const text =
    Buffer.byteLength(whole) < headerBytes ? whole : headerText({ ...header, callerName: '' }, end);
  const octets = Buffer.alloc(headerBytes, ' ');
  if (octets.write(text) === headerBytes) throw new Error('The header of a recording is too long');
  octets.write('\n', headerBytes - 1);
  return octets;
}

function headerText(header: RecordingHeader, end: RecordingEnd | undefined): string {
  return JSON.stringify({ ...header, end });
}

/** A disk that was full may have left any octets. */
function readHeader(octets: Buffer): Omit<Recording, 'audio'> | undefined {
  try {
    const { end, ...header } = JSON.parse(octets.toString()) as RecordingHeader & {
      readonly end?: RecordingEnd;
    };
    return isHeader(header) ? { header, end } : undefined;
  } catch {
    return undefined;
  }
}

function isHeader({ id, accountId, numberId, startedAtMs, law, mailTo }: RecordingHeader): boolean {
  const numbers = [id, accountId, numberId, startedAtMs];
  const laws: readonly string[] = ['pcma', 'pcmu'];
  return (
    numbers.every((each) => Number.isSafeInteger(each)) &&
    laws.includes(law) &&
    typeof mailTo === 'string'
  );
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
