/** What commands say where no account has that number. */
import { failed, type Outcome } from './command.ts';

export function noAccount(wanted: number): Outcome {
  return failed(`There is no account ${wanted}`);
}
