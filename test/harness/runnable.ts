/** Programs that tests use where the machine has them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** False where it runs, else the reason to skip with. */
export async function runnable(
  program: string,
  words: readonly string[],
  name = program,
): Promise<string | false> {
  try {
    await promisify(execFile)(program, words);
    return false;
  } catch {
    return `${name} is not installed`;
  }
}
