/** A UDP link between a phone and another that loses datagrams, by chance that repeats. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

export type LossyLink = AsyncDisposable & {
  readonly lost: () => number;
};

/** xorshift32, so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Stands at an address of loopback for a phone, at the phone's own port, and faces it on another. */
export async function openLossyLink(
  { address, port }: { address: string; port: number },
  { share, seed }: { share: number; seed: number },
): Promise<LossyLink> {
  const random = seeded(seed);
  const near = await bound(address, port);
  const far = await bound('127.0.0.1', 0);
  let lost = 0;
  let from: number | undefined;
  const pass = (socket: Socket, octets: Buffer, to: number | undefined): void => {
    if (to === undefined) return;
    if (random() < share) lost += 1;
    else socket.send(octets, to, '127.0.0.1');
  };
  near.on('message', (octets, sender) => {
    from = sender.port;
    pass(far, octets, port);
  });
  far.on('message', (octets) => pass(near, octets, from));
  return {
    lost: () => lost,
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [near, far].map((each) => new Promise<void>((resolve) => each.close(() => resolve()))),
      );
    },
  };
}

async function bound(address: string, port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(port, address);
  await once(socket, 'listening');
  return socket;
}
