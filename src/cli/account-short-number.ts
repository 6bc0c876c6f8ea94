/** The short number that an account sends from: an option of `parley account set`. */
import type { Author } from '#core/author.ts';
import { failed, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { findNumber, noNumber } from './number.ts';
import { maybe } from './option.ts';
import { keyword, ownNumberOrNone } from './written-values.ts';

export const shortNumberOptions = {
  shortNumber: maybe(
    ownNumberOrNone,
    'NUMBER',
    'The short number that it sends from and that takes its replies and STOP; "" takes it away.',
  ),
  keyword: maybe(
    keyword,
    'WORD',
    'The first word that leads a message on that number to it, if others share the number.',
  ),
};

type Wish = { readonly shortNumber: string | undefined; readonly keyword: string | undefined };

/** Undefined: done, or nothing to do. */
export async function setShortNumber(
  accountId: number,
  { shortNumber, keyword: word = '' }: Wish,
  { installation, author }: { readonly installation: Installation; readonly author: Author },
): Promise<Outcome | undefined> {
  const { numbers, audit } = installation.storage;
  const note = (target: string) =>
    audit.note(author, {
      action: 'account.short-number',
      target,
      accountId,
      details: { keyword: word },
    });
  if (shortNumber === undefined) {
    return word === '' ? undefined : failed('--keyword needs --short-number');
  }
  if (shortNumber === '') {
    await numbers.clearShortNumber(accountId);
    await note('');
    return undefined;
  }
  const number = await findNumber(shortNumber, installation);
  if (number === undefined) return noNumber(shortNumber);
  if (number.kind !== 'short') return failed(`${shortNumber} is a long number`);
  if (number.accountId !== null && number.accountId !== accountId) {
    return failed(`${shortNumber} is account ${number.accountId}’s alone`);
  }
  const isSet = await numbers.setShortNumber({ accountId, numberId: number.id, keyword: word });
  if (!isSet) return failed(`Another account has the word ${word} on ${shortNumber}`);
  await note(number.digits);
  return undefined;
}
