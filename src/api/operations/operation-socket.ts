/** The socket by which commands ask a running server. */
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { retryAfter } from '#api/failure.ts';
import { boundary, dropped, ignored } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { jsonOf } from '#core/json.ts';
import {
  answerMs,
  lineBytesMax,
  type SocketAnswer,
  type SocketRequest,
  socketRequest,
} from '#core/operation-socket.ts';
import { programVersion } from '#core/program-version.ts';
import { commandCaller, runOperation } from '#core/run-operation.ts';
import { gathered } from '#core/table-answer.ts';
import type { OperationPorts } from '#operations.ts';

type SocketPorts = OperationPorts & { readonly clock: Pick<Clock, 'nowMs'> };

const questions = boundary('operations.socket', 'socket event');
const connectionsMax = 16;

export async function openOperationSocket(
  file: string,
  ports: SocketPorts,
): Promise<AsyncDisposable> {
  // What a killed server has left; the lock of the folder says that no other one runs.
  await rm(file, { force: true });
  const idle = new Set<Socket>();
  const accept = (socket: Socket): void => {
    const leave = questions.guard(() => idle.delete(socket), dropped);
    idle.add(socket);
    socket.once('close', leave);
    serve(socket, ports, leave);
  };
  const server = createServer((socket) => {
    questions.run(
      () => accept(socket),
      () => socket.destroy(),
    );
  });
  server.maxConnections = connectionsMax;
  server.listen(file);
  await once(server, 'listening');
  await chmod(file, 0o600);
  return { [Symbol.asyncDispose]: () => close(server, idle) };
}

/** Who waits for an answer gets it; node removes the file. */
async function close(server: Server, idle: ReadonlySet<Socket>): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  for (const socket of idle) socket.destroy();
  await closed.promise;
}

function serve(socket: Socket, ports: SocketPorts, asked: () => unknown): void {
  const end = (): unknown => socket.destroy();
  const parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.setTimeout(answerMs, end);
  socket.on('error', ignored);
  const take = (chunk: string): unknown => {
    parts.push(chunk);
    length += chunk.length;
    if (length > lineBytesMax) return end();
    if (!chunk.endsWith('\n')) return undefined;
    asked();
    return answer(parts.join(''), socket, ports);
  };
  socket.on('data', questions.guard(take, end));
}

/** What is no question of a command ends its connection. */
async function answer(line: string, socket: Socket, ports: SocketPorts): Promise<void> {
  const { data: request } = socketRequest.safeParse(jsonOf(line));
  if (request === undefined) return void socket.destroy();
  socket.end(`${JSON.stringify(await answerOf(request, ports))}\n`);
}

async function answerOf(
  { version, operation: name, input, account }: SocketRequest,
  ports: SocketPorts,
): Promise<SocketAnswer> {
  const { commandOperations } = await import('#operations.ts');
  const operation = commandOperations.find((one) => one.name === name);
  if (version !== programVersion() || operation === undefined) return { ok: 'not here' };
  const caller = commandCaller(ports.clock, account);
  try {
    return await gathered(await runOperation<OperationPorts>(operation, ports, { input, caller }));
  } catch (error) {
    if (retryAfter(error) === undefined) throw error;
    return { ok: 'failed', why: 'The storage of the running server is away: try again later' };
  }
}
