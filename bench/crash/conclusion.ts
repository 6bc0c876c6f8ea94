/** How a run ends: what held is told, and the traces stay only where something did not. */
import { rm } from 'node:fs/promises';
import type { Claim } from './claims.ts';

export type Conclusion = {
  readonly claims: readonly Claim[];
  /** Every fact in the order in which it became known. */
  readonly ledgerFile: string;
};

export async function conclude({ claims, ledgerFile }: Conclusion, folder: string): Promise<void> {
  for (const { holds, sentence } of claims) {
    process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${sentence}\n`);
  }
  if (claims.every(({ holds }) => holds)) {
    await rm(folder, { recursive: true });
    return;
  }
  process.stdout.write(`What is known of each message: ${ledgerFile}\n`);
  process.exitCode = 1;
}
