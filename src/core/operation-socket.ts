/**
 * How a command asks a running server: one line of JSON there and one back, over a socket in the data folder that
 * only its owner may open. A program that may open it could read the database, too.
 */
import path from 'node:path';
import { z } from 'zod';
import type { Refusals } from './run-operation.ts';

export const socketRequest = z.object({
  /** Of the program: a server of another one does not answer, and the command does it by itself. */
  version: z.string(),
  operation: z.string(),
  input: z.unknown(),
  /** Of an operation of an account, where the command names it. */
  account: z.int().positive().optional(),
});

export type SocketRequest = z.infer<typeof socketRequest>;

export type SocketAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusals: Refusals }
  | { readonly ok: 'not here' }
  /** Nothing can be stored now. */
  | { readonly ok: 'failed'; readonly why: string };

/** An email has three files of 5 MiB in base64 and two texts of 2 MiB, whose line ends are written with two octets. */
export const lineBytesMax = 32 * 1024 * 1024;

export const answerBytesMax = 64 * 1024 * 1024;

/** The longest operation: a bind that is tried takes 15 s. */
export const answerMs = 60_000;

/** Undefined where the folder's path is too long for the address of a socket: 108 octets with the NUL, 104 on some. */
export function socketIn(folder: string): string | undefined {
  const file = path.join(folder, 'server.sock');
  return Buffer.byteLength(file) < 104 ? file : undefined;
}
