/** A disk of its own for an installation, so that it can be full: a file system in a file, which takes root on Linux. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sparse: it takes what is written. */
const diskBytes = 16 * 2 ** 30;

export class SmallDisk implements AsyncDisposable {
  readonly folder: string;
  /** A run that fails leaves no file system behind. */
  readonly #leave = (): void => void spawnSync('umount', ['--lazy', this.folder]);

  private constructor(folder: string) {
    this.folder = folder;
    process.once('exit', this.#leave);
  }

  static get mayBeMade(): boolean {
    return process.platform === 'linux' && process.getuid?.() === 0;
  }

  static async make(below: string): Promise<SmallDisk> {
    const image = path.join(below, 'disk.image');
    const folder = path.join(below, 'disk');
    await mkdir(folder);
    await run('truncate', ['--size', String(diskBytes), image]);
    // Without blocks that only root may use, or the full disk would not be full for us.
    await run('mkfs.ext4', ['-q', '-m', '0', image]);
    await run('mount', ['-o', 'loop', image, folder]);
    return new SmallDisk(folder);
  }

  /** Nothing more can be written until `makeRoom`. */
  async fill(): Promise<void> {
    // What others write meanwhile takes blocks too, so the last ones are taken bit by bit.
    for (let share = 1; share > 0.001; share /= 2) {
      const { bavail, bsize } = await statfs(this.folder);
      const bytes = Math.floor(bavail * share) * bsize;
      if (bytes === 0) return;
      const filler = `${this.#filler}-${share}`;
      await run('fallocate', ['--length', String(bytes), filler]).catch(() => undefined);
    }
  }

  async makeRoom(): Promise<void> {
    for (let share = 1; share > 0.001; share /= 2) {
      await rm(`${this.#filler}-${share}`, { force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run('umount', [this.folder]);
    process.off('exit', this.#leave);
  }

  get #filler(): string {
    return path.join(this.folder, 'filler');
  }
}
