/** One connection: what goes out, and what comes back until it is over. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type Dial = {
  readonly port: number;
  readonly from?: string;
  readonly tls?: boolean;
  /** A peer that neither answers nor hangs up is left after so long. */
  readonly patienceMs: number;
  /** What goes out once the peer has answered so. */
  readonly later?: { readonly isReady: (heard: Buffer) => boolean; readonly octets: Buffer };
};

const heardMax = 65_536;

/** Ends when the peer has, when the time is over, or when `isEnough`; answers what came until then. */
export function exchange(
  dial: Dial,
  octets: Buffer,
  isEnough: (heard: Buffer) => boolean = () => false,
): Promise<Buffer> {
  const socket = open(dial);
  let { later } = dial;
  let heard: Buffer = Buffer.alloc(0);
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(over, dial.patienceMs);
    socket.on('error', over);
    socket.on('close', over);
    socket.on('data', (more: Buffer) => {
      if (heard.length < heardMax) heard = Buffer.concat([heard, more]);
      if (later?.isReady(heard) === true) {
        socket.write(later.octets);
        later = undefined;
      }
      if (isEnough(heard)) over();
    });
    socket.write(octets);
  });
}

function open({ port, from, tls }: Dial): Socket {
  const place = { host: '127.0.0.1', port, ...(from !== undefined && { localAddress: from }) };
  if (tls !== true) return connect({ ...place, noDelay: true });
  // Whom it shows itself as is not what is tried here.
  return connectTls({ socket: connect(place), rejectUnauthorized: false });
}
