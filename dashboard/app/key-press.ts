/** What a key means: what was pressed goes in, what to do comes out. */

export type KeyPress = {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly isCommand: boolean;
  /** Alt and the like: the browser's own. */
  readonly isOther: boolean;
  /** The reader writes, or a dialog is open. */
  readonly isTaken: boolean;
};

export type KeyAction =
  | { readonly do: 'search' }
  | { readonly do: 'help' }
  | { readonly do: 'go'; readonly letter: string }
  | { readonly do: 'wait for a letter' }
  /** Of the first list of the page. */
  | { readonly do: 'first row' };

/** `isWaiting`: `g` came just before. `hasLetters`: the reader has not switched single keys off (WCAG 2.1.4). */
export function meaningOf(
  press: KeyPress,
  { isWaiting, hasLetters }: { readonly isWaiting: boolean; readonly hasLetters: boolean },
): KeyAction | undefined {
  if (press.isOther) return undefined;
  if (press.isCommand) return press.key.toLowerCase() === 'k' ? { do: 'search' } : undefined;
  if (press.isTaken || !hasLetters) return undefined;
  if (isWaiting && /^[a-z]$/.test(press.key)) return { do: 'go', letter: press.key };
  if (press.key === '?') return { do: 'help' };
  if (press.key === '/') return { do: 'search' };
  if (press.key === 'j') return { do: 'first row' };
  return press.key === 'g' ? { do: 'wait for a letter' } : undefined;
}
