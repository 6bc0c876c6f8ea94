/** What an operation answers that goes on in both directions: a WebSocket, which only pages open. */
import type { WebSocket } from 'ws';
import { z } from 'zod';

/** Has the WebSocket to itself. `mayGoOn` says whether the session still stands and its person still may. */
export type OnSocket = (socket: WebSocket, mayGoOn: () => Promise<boolean>) => void;

export class SocketAnswer {
  readonly opened: OnSocket;

  constructor(opened: OnSocket) {
    this.opened = opened;
  }
}

/** The output of such an operation. */
export const socketAnswer = z.instanceof(SocketAnswer);

export function answersSocket({ output }: { readonly output: z.ZodType }): boolean {
  return output === socketAnswer;
}
