/** A dialogue with an SMTP server, line by line, so that a test can say anything. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export class SmtpDialogue implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #lines: AsyncGenerator<string, string, undefined>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = linesOf(socket);
  }

  /** With the greeting read. */
  static async open(port: number, greeting = /^220 /): Promise<SmtpDialogue> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const dialogue = new SmtpDialogue(socket);
    const said = await dialogue.hear();
    if (!greeting.test(said)) throw new Error(`It greets with ${said}`);
    return dialogue;
  }

  /** Writes lines at once and reads a reply to each; the last line of a reply is what counts. */
  async say(...lines: readonly string[]): Promise<string[]> {
    this.write(lines.map((line) => `${line}\r\n`).join(''));
    const replies: string[] = [];
    for (const _ of lines) replies.push(await this.hear());
    return replies;
  }

  /** A whole mail: what is answered to its end, or to the step that was refused. */
  async send(from: string, to: readonly string[], mail: string): Promise<string> {
    const steps = [`MAIL FROM:<${from}>`, ...to.map((each) => `RCPT TO:<${each}>`), 'DATA'];
    for (const step of steps) {
      const [reply = ''] = await this.say(step);
      if (!/^[23]/.test(reply)) return reply;
    }
    this.write(`${mail.replace(/^\./gm, '..')}\r\n.\r\n`);
    return this.hear();
  }

  write(octets: string | Uint8Array): void {
    this.#socket.write(octets);
  }

  /** The last line of the next reply; empty where the peer has hung up. */
  async hear(): Promise<string> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) return '';
      if (value[3] !== '-') return value;
    }
  }

  /** For what speaks on, such as TLS. */
  handOver(): Socket {
    this.#socket.removeAllListeners('readable');
    return this.#socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string, string, undefined> {
  let rest = '';
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        yield rest.slice(0, end);
        rest = rest.slice(end + 2);
      }
    }
  } catch {
    // Cut: as good as its end.
  }
  return '';
}
