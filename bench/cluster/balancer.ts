/** What stands before several processes: each connection goes to the next one that answers. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Balancer implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Where processes listen, or would. */
  readonly #ports: readonly number[];
  #next = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer((client) => {
      this.#keep(client);
      this.#next += 1;
      this.#lead(client, this.#ports.length);
    });
  }

  static async open(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #lead(client: Socket, tries: number): void {
    if (tries === 0) {
      client.destroy();
      return;
    }
    const port = this.#ports[(this.#next + tries) % this.#ports.length] ?? 0;
    const server = connect(port, '127.0.0.1');
    this.#keep(server);
    server.once('error', () => this.#lead(client, tries - 1));
    server.once('connect', () => {
      server.removeAllListeners('error');
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
  }
}
