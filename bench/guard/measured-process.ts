/** Asks a server that has the probe loaded what it has used so far. */
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { WorldWish } from '../counts/world.ts';
import type { Used } from './probe.ts';

const probe = pathToFileURL(path.join(import.meta.dirname, 'probe.ts')).href;

/** How the server is started, and where it answers. */
export function probed(folder: string): { readonly wish: WorldWish; readonly socket: string } {
  const socket = path.join(folder, 'probe.sock');
  const wish = { nodeFlags: [`--import=${probe}`], settings: { BENCH_PROBE: socket } };
  return { wish, socket };
}

export async function usedBy(socket: string): Promise<Used> {
  const connection = connect(socket);
  await once(connection, 'connect');
  return JSON.parse(await text(connection)) as Used;
}
