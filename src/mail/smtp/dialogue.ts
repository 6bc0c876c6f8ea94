/** What was said, for people who look at a failure: no bodies, no passwords, and bounded. */
import { replyLines, type SmtpReply } from './reply.ts';

const bytesMax = 4_096;

export class Dialogue {
  readonly #lines: string[] = [];
  #bytes = 0;

  said(line: string): void {
    this.#add(`C: ${line}`);
  }

  heard(reply: SmtpReply): void {
    for (const line of replyLines(reply)) this.#add(`S: ${line}`);
  }

  /** What a server of ours has answered, in one line or several. */
  answered(text: string): void {
    for (const line of text.split('\r\n')) this.#add(`S: ${line}`);
  }

  noted(line: string): void {
    this.#add(`-- ${line}`);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  #add(line: string): void {
    const left = bytesMax - this.#bytes;
    if (left <= 1) return;
    const bytes = Buffer.byteLength(line) + 1;
    const shown =
      bytes <= left
        ? line
        : Buffer.from(line)
            .subarray(0, left - 1)
            .toString('utf8');
    this.#bytes += Math.min(bytes, left);
    this.#lines.push(shown);
  }
}
