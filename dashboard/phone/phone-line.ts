/** The browser's end of a phone line: commands and events as JSON, sound as binary messages. */
import type { LineOrder, LineTold } from '#simulator/phone-line/messages.ts';
import { socketUrl } from '../api/operate.ts';

export type LineEars = {
  readonly told: (event: LineTold) => void;
  readonly heard: (frame: ArrayBuffer) => void;
  /** With the code of RFC 6455 §7.4, or one of ours; once, also where it never opened. */
  readonly closed: (code: number) => void;
};

/** What has not left yet: a second of sound. Above it frames are left out. */
const unsentBytesMax = 16_000;

export class PhoneLine {
  readonly #socket: WebSocket;

  constructor(account: number, first: LineOrder, { told, heard, closed }: LineEars) {
    const socket = new WebSocket(socketUrl(account, 'simulator call'));
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.order(first));
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') told(JSON.parse(data) as LineTold);
      else heard(data);
    });
    socket.addEventListener('close', ({ code }) => closed(code));
  }

  order(order: LineOrder): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  say(frame: ArrayBuffer): void {
    const { readyState, bufferedAmount } = this.#socket;
    if (readyState === WebSocket.OPEN && bufferedAmount < unsentBytesMax) this.#socket.send(frame);
  }

  close(): void {
    this.#socket.close();
  }
}
