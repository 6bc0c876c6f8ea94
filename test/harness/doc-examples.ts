/** The examples of the documentation, as programs that run against a server of the tests. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { password, systemId } from './customer-world.ts';
import type { OpenedApp } from './open-app.ts';

export const root = path.join(import.meta.dirname, '..', '..');

export type Example = {
  readonly page: string;
  readonly n: number;
  readonly language: string;
  readonly text: string;
  /** It goes on while those behind it run. */
  readonly isBeside: boolean;
};

/** Programs that are marked `run`, in their order. */
export async function examplesOf(page: string): Promise<readonly Example[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  const fence = /^```(?<language>\w+) run(?<beside> beside)?\n(?<text>.*?)^```$/gms;
  return [...text.matchAll(fence)].map(({ groups = {} }, at) => ({
    page,
    n: at + 1,
    language: groups['language'] ?? '',
    text: groups['text'] ?? '',
    isBeside: groups['beside'] !== undefined,
  }));
}

/** The program with what this server and its accounts have in place of what pages say. */
export function fillExample(program: string, { url, testKey }: OpenedApp): string {
  const servers = ['http://localhost:8080', 'http://kannel:13013', 'http://jasmin:1401'];
  const known: readonly (readonly [string, string])[] = [
    ...servers.map((server) => [server, url] as const),
    ['test_…', testKey],
    ['username=u&password=p', `username=${systemId}&password=${password}`],
    ['username=shop&password=…', `username=${systemId}&password=${password}`],
  ];
  return known.reduce((text, [written, own]) => text.replaceAll(written, own), program);
}

export type Place = { readonly cwd: string; readonly env?: NodeJS.ProcessEnv };

/** What a program prints; throws all of that where it does not end well. */
export function said(command: string, words: readonly string[], place: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...place.env };
    execFile(command, [...words], { cwd: place.cwd, env }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${err}${out}`, { cause: error }));
    });
  });
}

/** Of the interface, of those of Kannel and Jasmin, and of what verifies a signature. */
const success = /"success": ?true|0: Accepted for delivery|Success "|^right$/gm;

/** Whether each request of the program was answered well. */
export function isGood(program: string, out: string): boolean {
  if (/"success": ?false|Error "|wrong/.test(out)) return false;
  const asked = program.match(/^curl /gm)?.length ?? 0;
  return (out.match(success)?.length ?? 0) >= asked;
}
