/** Tags, branches and Call-IDs: 80 random bits each, so that nobody outside can guess one. */
import { randomBytes } from 'node:crypto';

export type Tokens = () => string;

const tokenBytes = 10;
/** Asking for a pool costs 1 µs where asking for each costs 2. */
const poolBytes = tokenBytes * 256;

export function randomTokens(): Tokens {
  let pool = randomBytes(poolBytes);
  let at = 0;
  return () => {
    if (at === poolBytes) {
      pool = randomBytes(poolBytes);
      at = 0;
    }
    at += tokenBytes;
    return pool.toString('hex', at - tokenBytes, at);
  };
}
