/** What the catcher has caught, in memory. */

import { emailIdOf } from '#model/ids.ts';
import type { CaughtMail } from '#simulator/caught-mail.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';

export type MemoryCaughtMails = Pick<
  SimulatorStore,
  'keepMails' | 'listMails' | 'findMail' | 'caughtOf' | 'clearMails' | 'pruneMails'
> & { readonly mails: CaughtMail[] };

export function memoryCaughtMails(): MemoryCaughtMails {
  const mails: CaughtMail[] = [];
  return {
    mails,
    keepMails: async (kept) =>
      kept.map((mail) => {
        const id = mails.length + 1;
        mails.push({ ...mail, id, size: mail.octets.length });
        return id;
      }),
    listMails: async ({ beforeId, limit, accountId }) =>
      mails
        .filter(({ id }) => id < beforeId)
        .filter(({ of }) => accountId === undefined || of?.accountId === accountId)
        .toReversed()
        .slice(0, limit),
    findMail: async (wanted) => mails.find(({ id }) => id === wanted),
    caughtOf: async (emailId) =>
      mails.flatMap(({ id, of }) =>
        of !== null && emailIdOf(of.mailId) === emailId ? [{ mailId: of.mailId, id }] : [],
      ),
    clearMails: async () => mails.splice(0).length,
    pruneMails: async () => 0,
  };
}
