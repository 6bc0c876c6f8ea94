/** Opt-out and opt-in words: whether a reply asks for an end of all messages, or for their return. */

/** What the words must be: the whole message, or its first word with anything behind it. */
export type StopMatch = 'whole' | 'first-word';

export type Wish = 'stop' | 'start';

const wishes = new Map<string, Wish>([
  ['STOP', 'stop'],
  ['STOPALL', 'stop'],
  ['ARRET', 'stop'],
  ['UNSUBSCRIBE', 'stop'],
  ['START', 'start'],
]);

/** The longest word with its marks taken apart and some blanks and stops around it. */
const charactersMax = 64;

/** In any case, with accents or without; blanks and punctuation around the words do not count. */
export function readWish(text: string, match: StopMatch): Wish | undefined {
  const start = text.trimStart().slice(0, charactersMax);
  const words = start
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const [first = ''] = words;
  const isWhole = words.length === 1 && text.trim().length <= charactersMax;
  return isWhole || match === 'first-word' ? wishes.get(first) : undefined;
}
