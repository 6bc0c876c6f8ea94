/** Ports for programs that must be told theirs, and do not tell when they listen. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A port for each name, free a moment ago, all of them different. */
export async function freePorts<Name extends string>(
  names: readonly Name[],
): Promise<Readonly<Record<Name, number>>> {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<
    Name,
    number
  >;
}

const opensWithinMs = 15_000;
const lookEveryMs = 50;

export async function portOpens(port: number): Promise<void> {
  const giveUpAt = performance.now() + opensWithinMs;
  while (!(await isOpen(port))) {
    if (performance.now() > giveUpAt) throw new Error(`Nobody listens on port ${port}`);
    await pause(lookEveryMs);
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
