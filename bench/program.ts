/** A program that runs beside this one, with all that it says in a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type ProgramWish = {
  /** Names its log, too. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly (string | number)[];
  /** Where it runs, unless `cwd` says otherwise, and where its log goes. */
  readonly folder: string;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** A machine that builds or tests something else may take its time. */
const startMs = 60_000;
const stopMs = 15_000;
const lookEveryMs = 20;

export class Program implements AsyncDisposable {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #logFile: string;
  readonly #ended: Promise<unknown>;

  constructor({ name, command, args, folder, cwd = folder, environment = {} }: ProgramWish) {
    this.#name = name;
    this.#logFile = path.join(folder, `${name}.log`);
    const log = openSync(this.#logFile, 'w');
    this.#child = spawn(command, args.map(String), {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#ended = Promise.race([once(this.#child, 'exit'), once(this.#child, 'error')]);
    // A command that is not there shows when it is waited for.
    this.#child.on('error', () => undefined);
    const endWithUs = (): void => void this.#child.kill('SIGKILL');
    process.once('exit', endWithUs);
    this.#child.once('exit', () => process.off('exit', endWithUs));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get runs(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  said(): Promise<string> {
    return readFile(this.#logFile, 'utf8');
  }

  /** The first group of what it says; fails once it has ended, or has said nothing of the kind for long. */
  async says(words: RegExp): Promise<string> {
    const giveUpAt = performance.now() + startMs;
    for (;;) {
      const ran = this.runs;
      const said = await this.said();
      const found = words.exec(said);
      if (found !== null) return found[1] ?? found[0];
      if (!ran) throw new Error(`${this.#name} ended:\n${said}`);
      if (performance.now() > giveUpAt) throw new Error(`${this.#name} does not start:\n${said}`);
      await pause(lookEveryMs);
    }
  }

  /** Waits until it ends by itself, and answers what it said. */
  async ends(): Promise<string> {
    await this.#ended;
    return this.said();
  }

  /** Without a word, as the kernel does when memory is out. */
  async kill(): Promise<void> {
    if (this.runs) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to end, and no longer asks when it takes too long. */
  async stop(): Promise<string> {
    if (this.runs) this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopMs);
    await this.#ended;
    clearTimeout(timer);
    return this.said();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
