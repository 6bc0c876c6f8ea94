/** Runs the sink beside what is measured. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export class SinkProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  port = 0;
  taken = 0;

  static async open(delayMs = 0, chunking = true): Promise<SinkProcess> {
    const sink = new SinkProcess(delayMs, chunking);
    while (sink.port === 0) await pause(5);
    return sink;
  }

  private constructor(delayMs: number, chunking: boolean) {
    const file = path.join(import.meta.dirname, 'sink-program.ts');
    this.#child = fork(file, [String(delayMs), chunking ? 'chunking' : 'plain']);
    this.#child.on('message', (told: { port?: number; taken?: number }) => {
      this.port = told.port ?? this.port;
      this.taken = told.taken ?? this.taken;
    });
  }

  /** Waits until so many more than `before` have been taken. */
  async takes(before: number, count: number): Promise<void> {
    while (this.taken < before + count) await pause(5);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.disconnect();
  }
}
