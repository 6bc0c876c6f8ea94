/** The dashboard's API of people where they can be mailed; what they get is kept. */
import type { Mailer } from '#people/post.ts';
import { openPeopleWorld, type PeopleWorld } from './people-world.ts';

export type Mail = Parameters<Mailer['send']>[0];

export type MailedPeople = AsyncDisposable & {
  readonly world: PeopleWorld;
  readonly mails: readonly Mail[];
};

/** `answer`: what the mailer says. */
export async function openMailedPeople(
  answer: () => Promise<boolean> = async () => true,
): Promise<MailedPeople> {
  const mails: Mail[] = [];
  const mailer: Mailer = {
    leaves: true,
    async send(mail) {
      mails.push(mail);
      return answer();
    },
  };
  const world = await openPeopleWorld({ mailer, publicUrl: 'https://sms.example.com' });
  await world.account('Acme');
  return { world, mails, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}
