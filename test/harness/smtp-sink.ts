/** Postfix's smtp-sink: a server that swallows mail, and fails as it is told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { systemClock } from '#core/clock.ts';
import { freeTcpPort } from './free-port.ts';
import { runnable } from './runnable.ts';

const program = 'smtp-sink';
/** It refuses to stay root. */
const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/** Why a test with it is skipped; false where it is not. */
export async function withoutSmtpSink(): Promise<string | false> {
  // Without a place it says how it is used, and fails by that.
  return (await runnable('sh', ['-c', `command -v ${program}`])) === false
    ? false
    : 'smtp-sink is not installed (apt-get install postfix)';
}

export class SmtpSink implements AsyncDisposable {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  /** With its words for what is to go wrong, such as `-f RCPT`. */
  static async start(...faults: readonly string[]): Promise<SmtpSink> {
    for (;;) {
      const port = await freeTcpPort();
      const words = [...asNobody, ...faults, `127.0.0.1:${port}`, '64'];
      const child = spawn(program, words, { stdio: 'ignore' });
      const sink = new SmtpSink(port, child);
      if (await sink.#listens()) return sink;
    }
  }

  /** False: somebody else has taken the port, and it has ended. */
  async #listens(): Promise<boolean> {
    while (this.#child.exitCode === null) {
      if (await isOpen(this.port)) return true;
      await systemClock.sleep(20);
    }
    return false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
