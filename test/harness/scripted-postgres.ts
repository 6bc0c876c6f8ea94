/**
 * A server that speaks enough of PostgreSQL's protocol (version 3, chapter 55 of the manual) to be let
 * down by: what a real one says about itself and its troubles, said when a test wants it.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

export type Script = {
  /** Where it listens; without it on any free port. */
  readonly port?: number;
  /** The connection is refused with this SQLSTATE. */
  readonly refuses?: string;
  /** What it says of itself when it is asked. */
  readonly version?: number;
  readonly encoding?: string;
  readonly readOnly?: boolean;
  /** Speaks TLS with this key and certificate, and nothing without. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Every statement but the first fails with this SQLSTATE. */
  readonly failsWith?: string;
};

export type ScriptedPostgres = AsyncDisposable & {
  readonly address: string;
  readonly host: string;
  readonly port: number;
  /** Connections that got so far as to say who they are. */
  readonly greeted: number;
};

export async function openScriptedPostgres(script: Script): Promise<ScriptedPostgres> {
  const sockets = new Set<Socket>();
  let greeted = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    void converse(socket, script, () => {
      greeted += 1;
    });
  });
  server.listen(script.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    port,
    address: `postgres://parley:s3cret@${host}/parley`,
    get greeted() {
      return greeted;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const sslRequest = 80_877_103;

async function converse(bare: Socket, script: Script, greet: () => void): Promise<void> {
  let socket = bare;
  let first = await message(bare, false);
  if (first?.readUInt32BE(4) === sslRequest) {
    bare.write(script.tls === undefined ? 'N' : 'S');
    if (script.tls === undefined) return;
    const secureContext = createSecureContext(script.tls);
    socket = new TLSSocket(bare, { isServer: true, secureContext });
    socket.on('error', () => undefined);
    first = await message(socket, false);
  }
  if (first === undefined) return;
  greet();
  if (script.refuses !== undefined) return void socket.end(failure(script.refuses));
  socket.write(Buffer.concat([reply('R', integer(0)), ready]));
  await message(socket, true);
  socket.write(aboutItself(script));
  while ((await message(socket, true)) !== undefined) {
    socket.write(Buffer.concat([failure(script.failsWith ?? '58000'), ready]));
  }
}

/** The next message, with its letter except at the beginning; undefined once the client has gone. */
async function message(socket: Socket, letter: boolean): Promise<Buffer | undefined> {
  const head = letter ? 1 : 0;
  for (;;) {
    const start = socket.read(head + 4) as Buffer | null;
    if (start !== null) {
      const rest = start.readUInt32BE(head) - 4;
      let body = rest === 0 ? Buffer.alloc(0) : (socket.read(rest) as Buffer | null);
      while (body === null) {
        if (!(await readable(socket))) return undefined;
        body = socket.read(rest) as Buffer | null;
      }
      return Buffer.concat([start, body]);
    }
    if (!(await readable(socket))) return undefined;
  }
}

async function readable(socket: Socket): Promise<boolean> {
  if (socket.readableEnded || socket.destroyed) return false;
  await Promise.race([once(socket, 'readable'), once(socket, 'close')]).catch(() => undefined);
  return !socket.destroyed;
}

function aboutItself({ version = 150_000, encoding = 'UTF8', readOnly = false }: Script): Buffer {
  const columns = [
    { name: 'version', oid: 23, text: String(version) },
    { name: 'encoding', oid: 25, text: encoding },
    { name: 'readOnly', oid: 16, text: readOnly ? 't' : 'f' },
  ];
  const names = columns.map(({ name, oid }) =>
    Buffer.concat([
      text(name),
      integer(0),
      short(0),
      integer(oid),
      short(-1),
      integer(-1),
      short(0),
    ]),
  );
  const values = columns.map((column) =>
    Buffer.concat([integer(column.text.length), Buffer.from(column.text)]),
  );
  return Buffer.concat([
    reply('T', short(columns.length), ...names),
    reply('D', short(columns.length), ...values),
    reply('C', text('SELECT 1')),
    ready,
  ]);
}

function failure(code: string): Buffer {
  return reply('E', text('SERROR'), text(`C${code}`), text('Msomething is wrong'), Buffer.alloc(1));
}

function reply(letter: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(letter), integer(body.length + 4), body]);
}

function integer(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeInt32BE(value);
  return octets;
}

function short(value: number): Buffer {
  const octets = Buffer.alloc(2);
  octets.writeInt16BE(value);
  return octets;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

const ready = reply('Z', Buffer.from('I'));
