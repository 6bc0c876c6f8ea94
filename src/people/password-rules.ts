/**
 * Which passwords are taken: long enough, and not what everybody tries first. No rule about kinds of
 * characters, no truncation, no expiry (NIST SP 800-63B §3.1.1.2).
 */
import { graphemesOf } from '#core/graphemes.ts';
import { countGuesses } from './password-guesses.ts';

export type PasswordRefusal =
  | { readonly why: 'password is too short'; readonly min: number }
  | { readonly why: 'password is too long'; readonly max: number }
  | { readonly why: 'password is easy to guess' };

/** Argon2 takes more; nobody types more. */
const bytesMax = 256;

/**
 * As a power of ten. One guess a minute, which is what the guard leaves, needs 1,900 years for so many;
 * three words of a dictionary, or seven signs that mean nothing, are worth as much.
 */
const guessesMin = 9;

const productWords = ['parley', 'password', 'passwort', 'motdepasse'];

export type PasswordRule = {
  /** 8 where a second factor is there or only this machine can reach us, else 15. */
  readonly charactersMin: number;
  /** Host, account and user names. */
  readonly knownWords: readonly string[];
};

export function refusePassword(
  password: string,
  { charactersMin, knownWords }: PasswordRule,
): PasswordRefusal | undefined {
  // What people count is what they see.
  if ([...graphemesOf(password)].length < charactersMin) {
    return { why: 'password is too short', min: charactersMin };
  }
  if (Buffer.byteLength(password) > bytesMax) {
    return { why: 'password is too long', max: bytesMax };
  }
  const known = new Set([...productWords, ...knownWords].flatMap((word) => wordsIn(word)));
  const guesses = countGuesses(password.toLowerCase(), known);
  return guesses < guessesMin ? { why: 'password is easy to guess' } : undefined;
}

/** `sms.example.com` gives `sms.example.com` and `example`; what is short is in every password by chance. */
function wordsIn(name: string): readonly string[] {
  const whole = name.trim().toLowerCase();
  return [whole, ...whole.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 4);
}
