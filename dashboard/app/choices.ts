/** What a reader chose for this browser; nothing else is kept in it. */

export type Choice = 'language' | 'mode' | 'keys' | 'account';

export function readChoice<Value extends string>(
  choice: Choice,
  allowed: readonly Value[],
): Value | undefined {
  const kept = readText(choice);
  return allowed.find((value) => value === kept);
}

/** Private windows and full disks refuse; then the choice holds for as long as the page does. */
export function writeChoice(choice: Choice, value: string): void {
  writeText(choice, value);
}

/** Columns of a list that its reader has shown or hidden. */
export function writeColumns(list: string, columns: string): void {
  writeText(`columns.${list}`, columns);
}

export function readColumns(list: string): string {
  return readText(`columns.${list}`) ?? '';
}

function writeText(name: Choice | `columns.${string}`, value: string): void {
  try {
    localStorage.setItem(`parley.${name}`, value);
  } catch {
    // The page goes on with what it has.
  }
}

/** Behind a sign-out: whose account was looked at last is nobody's taste. */
export function forgetAccount(): void {
  try {
    localStorage.removeItem('parley.account');
  } catch {
    // It was not kept, either.
  }
}

export function readText(choice: Choice | `columns.${string}`): string | undefined {
  try {
    return localStorage.getItem(`parley.${choice}`) ?? undefined;
  } catch {
    return undefined;
  }
}
