/** The language of mails that go to the address of an account: that of the person who reads them, as far as it is known. */
import type { PeopleStore } from './people-store.ts';
import { emailKey, type Language } from './user.ts';

export type LanguagePeople = Pick<PeopleStore, 'findUser' | 'findUserByEmail' | 'listMembers'>;

type Addressed = { readonly id: number; readonly email: string };

/** Of an account; each owner is one question to the storage. */
const ownersMax = 20;

/** What the person with this address chose, else the first owner who chose one, else English. */
export async function accountLanguage(
  { id, email }: Addressed,
  people: LanguagePeople,
): Promise<Language> {
  const reader = await people.findUserByEmail(emailKey(email));
  return reader?.user.language ?? (await ownersLanguage(id, people)) ?? 'en';
}

async function ownersLanguage(
  accountId: number,
  people: LanguagePeople,
): Promise<Language | undefined> {
  const owners = (await people.listMembers(accountId, 1_000))
    .filter(({ role, state }) => role === 'owner' && state === 'active')
    .slice(0, ownersMax);
  for (const { userId } of owners) {
    const language = (await people.findUser(userId))?.language;
    if (language) return language;
  }
  return undefined;
}
