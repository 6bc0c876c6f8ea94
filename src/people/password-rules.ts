/**
 * Which passwords are taken: long enough, and not what everybody tries first. No rule about kinds of
 * characters, no truncation, no expiry (NIST SP 800-63B §3.1.1.2).
 */
import { commonPasswords } from './common-passwords.ts';

export type PasswordRefusal =
  | { readonly why: 'password is too short'; readonly min: number }
  | { readonly why: 'password is too long'; readonly max: number }
  | { readonly why: 'password is easy to guess' };

/** Argon2 takes more; nobody types more. */
const bytesMax = 256;

/** Of a password without the words that others know, so much must be left. */
const restMin = 6;

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
  if ([...new Intl.Segmenter().segment(password)].length < charactersMin) {
    return { why: 'password is too short', min: charactersMin };
  }
  if (Buffer.byteLength(password) > bytesMax) {
    return { why: 'password is too long', max: bytesMax };
  }
  const words = [...productWords, ...knownWords.flatMap((word) => wordsIn(word))];
  return isEasy(password.toLowerCase(), words) ? { why: 'password is easy to guess' } : undefined;
}

function isEasy(password: string, words: readonly string[]): boolean {
  const plain = withoutDisguise(password);
  if (commonPasswords.has(password) || commonPasswords.has(plain)) return true;
  if (commonPasswords.has(password.replace(/[^a-z]+$/, ''))) return true;
  // One thing said again and again, or a walk along the keys or the alphabet.
  if (/^(.{1,5})\1+$/su.test(password) || isWalk(password)) return true;
  return [password, plain].some((text) => isMadeOf(words, text));
}

/** Where little is left of it without the words. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), text);
  return left.length < text.length && left.length < restMin;
}

/** `p4$$w0rd` is `password` to everybody who guesses. */
function withoutDisguise(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
}

const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
];

function isWalk(text: string): boolean {
  const backwards = text.split('').toReversed().join('');
  return walks.some((walk) => walk.includes(text) || walk.includes(backwards));
}

/** `sms.example.com` gives `sms.example.com` and `example`; what is short is in every password by chance. */
function wordsIn(name: string): readonly string[] {
  const whole = name.trim().toLowerCase();
  return [whole, ...whole.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 4);
}
