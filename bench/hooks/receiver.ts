/** The receiver's process, and what it has noted. */
import path from 'node:path';
import { Program } from '../program.ts';

export class BenchReceiver implements AsyncDisposable {
  readonly url: string;
  readonly silentUrl: string;
  readonly #program: Program;

  private constructor(program: Program, port: string, silentPort: string) {
    this.#program = program;
    this.url = `http://127.0.0.1:${port}`;
    this.silentUrl = `http://127.0.0.1:${silentPort}`;
  }

  static async start(folder: string): Promise<BenchReceiver> {
    const script = path.join(import.meta.dirname, 'receiver-process.ts');
    const program = new Program({
      name: 'receiver',
      command: process.execPath,
      args: [script],
      folder,
    });
    const [port = '', silentPort = ''] = (await program.says(/^listening (\d+ \d+)$/m)).split(' ');
    return new BenchReceiver(program, port, silentPort);
  }

  /** When each webhook since the last call came, by its message. */
  async arrivals(): Promise<ReadonlyMap<string, number>> {
    const response = await fetch(this.url);
    const { arrivals } = (await response.json()) as {
      readonly arrivals: readonly (readonly [string, number])[];
    };
    return new Map(arrivals);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]();
  }
}
