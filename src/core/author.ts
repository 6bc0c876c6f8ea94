/** Who changes something, and when: what an audit row says of every change of a setting. */
export type Author = { readonly actor: string; readonly atMs: number };

/** Of a command, in the audit and the ledger. */
export const commandLine = 'command line';

export function isTyped({ actor }: Author): boolean {
  return actor === commandLine;
}
