/** What went wrong outside, as one sentence for the person who typed the command. */
import { ImpossibleState } from '#core/assert.ts';

/** A fault of ours comes with its stack, for the report that should follow. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return `Something failed: ${String(error)}`;
  if (isFault(error)) return `Internal error of Parley: ${error.stack ?? error.message}`;
  const system: SystemError = error;
  return listenSentence(system) ?? fileSentence(system) ?? `${error.message.replace(/\.$/, '')}.`;
}

function isFault(error: Error): boolean {
  const faults = [ImpossibleState, TypeError, RangeError, ReferenceError, SyntaxError];
  // Node's own errors carry a code, and some of them are TypeErrors that bad input causes.
  return faults.some((fault) => error instanceof fault) && !('code' in error);
}

type SystemError = NodeJS.ErrnoException & {
  readonly address?: string;
  readonly port?: number;
};

function listenSentence({ code, address, port, syscall }: SystemError): string | undefined {
  if (code === 'ENOTFOUND') return 'The host name in PARLEY_HOST has no address.';
  if (syscall !== 'listen') return undefined;
  const place = port === undefined ? String(address) : `Port ${port} of ${address}`;
  const problem = new Map([
    ['EADDRINUSE', `${place} is in use: stop the program that uses it, or choose another port.`],
    [
      'EACCES',
      `${place} cannot be opened by this user: ports below 1024 often require a privilege.`,
    ],
    ['EADDRNOTAVAIL', `${address} is not an address of this machine: check PARLEY_HOST.`],
  ]);
  return problem.get(code ?? '');
}

const fileProblems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'may not be opened by this user'],
  ['EPERM', 'may not be changed by this user'],
  ['EISDIR', 'is a folder'],
  ['ENOTDIR', 'has a file in its path where a folder is needed'],
  ['EEXIST', 'exists already and is not a folder'],
  ['EROFS', 'is on a disk that cannot be written'],
  ['ENOSPC', 'cannot be written: the disk is full'],
]);

function fileSentence({ code = '', path }: NodeJS.ErrnoException): string | undefined {
  const problem = fileProblems.get(code);
  return problem === undefined || path === undefined ? undefined : `${path} ${problem}.`;
}
