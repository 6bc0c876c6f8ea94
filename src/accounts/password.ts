/**
 * Passwords: argon2id with 19 MiB and 2 passes, kept as a PHC string that carries its own parameters.
 *
 * Hashing shares four threads with files and signatures, so two run at once and a few more wait;
 * who comes behind them is told to come again.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

const memoryKiB = 19 * 1_024;
const passes = 2;
const lanes = 1;
const saltBytes = 16;
const hashBytes = 32;

const runningMax = 2;
const waitingMax = 20;

/** Too many passwords are being hashed. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
  readonly mayRetry = true;
  readonly retryAfterS = 1;
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, { memoryKiB, passes, lanes, salt, hashBytes });
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${encode(salt)}$${encode(hash)}`;
}

/** False for a wrong password, and for a string that no `hashPassword` wrote. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const kept = parsePhc(phc);
  if (kept === undefined) return false;
  const { hash, ...parameters } = kept;
  const hashed = await derive(password, { ...parameters, hashBytes: hash.length });
  return timingSafeEqual(hashed, hash);
}

/** Whether a hash was made with less memory or fewer passes than one is today. */
export function isWeaker(phc: string): boolean {
  const kept = parsePhc(phc);
  return kept !== undefined && (kept.memoryKiB < memoryKiB || kept.passes < passes);
}

type Parameters = {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Buffer;
};

const phcForm =
  /^\$argon2id\$v=19\$m=(?<m>\d{2,7}),t=(?<t>\d{1,2}),p=(?<p>\d)\$(?<salt>[\w+/-]{11,64})\$(?<hash>[\w+/-]{22,88})$/;

function parsePhc(phc: string): (Parameters & { readonly hash: Buffer }) | undefined {
  const { m, t, p, salt = '', hash = '' } = phcForm.exec(phc)?.groups ?? {};
  if (m === undefined) return undefined;
  return {
    memoryKiB: Number(m),
    passes: Number(t),
    lanes: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** The PHC string format writes base64 without its padding. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(
  password: string,
  { hashBytes: tagLength, ...parameters }: Parameters & { readonly hashBytes: number },
): Promise<Buffer> {
  await takeTurn();
  try {
    return await new Promise((resolve, reject) => {
      argon2(
        'argon2id',
        {
          // Two keyboards may write one accent in two ways.
          message: Buffer.from(password.normalize('NFC')),
          nonce: parameters.salt,
          memory: parameters.memoryKiB,
          passes: parameters.passes,
          parallelism: parameters.lanes,
          tagLength,
        },
        (error, hash) => (error === null ? resolve(hash) : reject(error)),
      );
    });
  } finally {
    passTurn();
  }
}

async function takeTurn(): Promise<void> {
  if (running < runningMax) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingMax) throw new PasswordsBusy('Too many passwords at once');
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** The turn goes to who waits longest; `running` counts the turns, not the runners. */
function passTurn(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}
