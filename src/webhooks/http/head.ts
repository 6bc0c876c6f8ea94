/**
 * The head of an HTTP/1.1 response: octets go in, in whatever pieces, and status, framing and the few
 * fields that matter come out (RFC 9112). Strict: a server that bends the framing is not believed.
 */

/** How the body ends (RFC 9112 §6.3). */
export type Framing =
  | { readonly by: 'length'; readonly octets: number }
  | { readonly by: 'chunks' }
  | { readonly by: 'close' };

export type HeadProgress = 'more' | 'complete' | 'broken' | 'too big';

/** Interim responses included. Real ones are below 2 KB. */
const octetsMax = 16_384;
/** A client must be able to take some (RFC 9110 §15.2); a flood of them is no answer. */
const interimMax = 10;

const statusLine = /^HTTP\/1\.(?<minor>\d) (?<status>\d{3})(?: [^\0\r]*)?$/;
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
const contentLengths = /^\d{1,15}(?:[ \t]*,[ \t]*\d{1,15})*$/;

export class ResponseHead {
  /** 0 until a status line of a final response was read. */
  status = 0;
  framing: Framing = { by: 'close' };
  keepsAlive = true;
  /** Announced by `Keep-Alive: timeout=`, in seconds. */
  idleS: number | undefined;
  retryAfter: string | undefined;
  date: string | undefined;
  location: string | undefined;
  /** What is wrong with it, once it is broken. */
  fault = '';
  /** Octets of the last `read` that belonged to the head. */
  consumed = 0;

  #text = '';
  #lineStart = 0;
  #headStart = 0;
  #interim = 0;
  #length: number | undefined;
  #coding: string | undefined;

  /** The head as it came, one character an octet. */
  get text(): string {
    return this.#text.slice(this.#headStart, this.#lineStart);
  }

  read(octets: Buffer): HeadProgress {
    const before = this.#text.length;
    const room = octetsMax - before;
    this.#text += octets.toString('latin1', 0, Math.min(octets.length, room));
    let end = this.#text.indexOf('\n', Math.max(this.#lineStart, before));
    while (end >= 0) {
      const progress = this.#readLine(end);
      if (progress !== 'more') {
        this.consumed = this.#lineStart - before;
        return progress;
      }
      end = this.#text.indexOf('\n', this.#lineStart);
    }
    if (octets.length < room) return 'more';
    this.fault = `head of more than ${octetsMax} bytes`;
    return 'too big';
  }

  #readLine(end: number): HeadProgress {
    // RFC 9112 §2.2 lets a recipient take a bare LF; two readers that differ here see two messages.
    if (this.#text.charCodeAt(end - 1) !== 0x0d) return this.#break('line that ends without CR');
    const line = this.#text.slice(this.#lineStart, end - 1);
    const isFirst = this.#lineStart === this.#headStart;
    this.#lineStart = end + 1;
    if (isFirst) return this.#readStatus(line);
    return line === '' ? this.#finish() : this.#readField(line);
  }

  #readStatus(line: string): HeadProgress {
    const { minor, status } = statusLine.exec(line)?.groups ?? {};
    const code = Number(status);
    if (status === undefined || code < 100) return this.#break('no HTTP status line');
    if (code >= 600) return this.#break(`status ${code}`);
    // RFC 9110 §15.2.2: only a client that asked for an upgrade may be answered so.
    if (code === 101) return this.#break('status 101 that nobody asked for');
    this.#length = undefined;
    this.#coding = undefined;
    this.keepsAlive = minor !== '0';
    if (code >= 200) this.status = code;
    return 'more';
  }

  #readField(line: string): HeadProgress {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    // RFC 9112 §5.1: no space before the colon; §5.2: a folded line is not to be sent.
    if (!fieldName.test(name)) return this.#break('line that is no header field');
    const value = line.slice(colon + 1).trim();
    if (value.includes('\0') || value.includes('\r')) return this.#break(`NUL or CR in ${name}`);
    return this.#takeField(name.toLowerCase(), value);
  }

  #takeField(name: string, value: string): HeadProgress {
    switch (name) {
      case 'content-length':
        return this.#takeLength(value);
      case 'transfer-encoding':
        this.#coding = this.#coding === undefined ? value : `${this.#coding}, ${value}`;
        return 'more';
      case 'connection':
        this.#takeConnection(value.toLowerCase());
        return 'more';
      case 'keep-alive':
        this.idleS = announcedIdle(value);
        return 'more';
      case 'retry-after':
        this.retryAfter = value;
        return 'more';
      case 'date':
        this.date = value;
        return 'more';
      case 'location':
        this.location = value;
        return 'more';
      default:
        return 'more';
    }
  }

  /** RFC 9112 §6.3: one number, or several that agree. */
  #takeLength(value: string): HeadProgress {
    if (!contentLengths.test(value)) return this.#break('Content-Length that is no number');
    for (const text of value.split(',')) {
      const length = Number(text);
      if (this.#length !== undefined && this.#length !== length) {
        return this.#break('two different Content-Lengths');
      }
      this.#length = length;
    }
    return 'more';
  }

  #takeConnection(value: string): void {
    if (value.includes('close')) this.keepsAlive = false;
    else if (value.includes('keep-alive')) this.keepsAlive = true;
  }

  #finish(): HeadProgress {
    if (this.status === 0) return this.#skipInterim();
    // RFC 9112 §6.1: both together ought to be handled as an error.
    if (this.#coding !== undefined && this.#length !== undefined) {
      return this.#break('Content-Length beside Transfer-Encoding');
    }
    if (this.#coding !== undefined && this.#coding.toLowerCase() !== 'chunked') {
      return this.#break('Transfer-Encoding that nobody asked for');
    }
    this.framing = this.#frame();
    return 'complete';
  }

  #frame(): Framing {
    // RFC 9110 §6.4.1: these have no content, whatever their fields say.
    if (this.status === 204 || this.status === 304) return { by: 'length', octets: 0 };
    if (this.#coding !== undefined) return { by: 'chunks' };
    if (this.#length !== undefined) return { by: 'length', octets: this.#length };
    return { by: 'close' };
  }

  #skipInterim(): HeadProgress {
    this.#interim += 1;
    if (this.#interim > interimMax) return this.#break(`more than ${interimMax} interim responses`);
    this.#headStart = this.#lineStart;
    return 'more';
  }

  #break(fault: string): HeadProgress {
    this.fault = fault;
    return 'broken';
  }
}

function announcedIdle(value: string): number | undefined {
  const seconds = /(?:^|[,;\s])timeout=(?<seconds>\d{1,6})/i.exec(value)?.groups?.['seconds'];
  return seconds === undefined ? undefined : Number(seconds);
}
