/** Asks the server that runs on the folder; undefined: none does, or one of another version. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  answerBytesMax,
  answerMs,
  type SocketAnswer,
  type SocketRequest,
  socketIn,
} from '#core/operation-socket.ts';
import { programVersion } from '#core/program-version.ts';
import type { Outcome } from '#core/run-operation.ts';

export const noServer = 'No server of this installation is running';

export async function askServer(
  folder: string,
  question: Omit<SocketRequest, 'version'>,
): Promise<Outcome | undefined> {
  const socket = await connectTo(socketIn(folder));
  if (socket === undefined) return undefined;
  try {
    socket.setTimeout(answerMs, () => socket.destroy(new Error('The server does not answer')));
    socket.write(`${JSON.stringify({ version: programVersion(), ...question })}\n`);
    const answer = await readAnswer(socket);
    if (answer.ok === 'failed') throw new Error(answer.why);
    return answer.ok === 'not here' ? undefined : answer;
  } finally {
    socket.destroy();
  }
}

/** A file that a killed server has left refuses the connection. */
async function connectTo(file: string | undefined): Promise<Socket | undefined> {
  if (file === undefined) return undefined;
  const socket = connect(file);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

async function readAnswer(socket: Socket): Promise<SocketAnswer> {
  let line = '';
  socket.setEncoding('utf8');
  for await (const chunk of socket) {
    line += String(chunk);
    if (line.length > answerBytesMax) break;
  }
  if (!line.endsWith('\n')) {
    throw new Error(
      'The server broke off before it answered: its log says why; look whether it has been done',
    );
  }
  return JSON.parse(line) as SocketAnswer;
}
