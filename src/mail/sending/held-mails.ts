/** Mails that are held: shown with the reason, sent or given back by an administrator. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { accountInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import type { MailAccountStore } from './mail-account-store.ts';

type HeldPorts = {
  readonly emails: Pick<MailAccountStore, 'listHeldMails' | 'releaseMails'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
};

const accountsShown = 200;
/** Mails of one commit. */
const releasedMax = 10_000;

export const listHeldMails = operation({
  name: 'mail held',
  does: 'reads',
  needs: 'administrator',
  output: z.object({
    held: z.array(
      z.object({ account: z.int(), name: z.string(), mails: z.int(), reason: z.string() }),
    ),
  }),
  async run({ emails, accounts }: HeldPorts) {
    const held = (await emails.listHeldMails()).slice(0, accountsShown);
    const views = held.map(async ({ accountId, mails, reason }) => {
      const name = (await accounts.findAccount(accountId))?.name ?? '';
      return { account: accountId, name, mails, reason };
    });
    return { held: await Promise.all(views) };
  },
});

export const releaseHeldMails = operation({
  name: 'mail release',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['mail held'],
  positional: ['account'],
  input: z.strictObject({ account: accountInput, refuse: z.boolean().default(false) }),
  output: z.object({ account: z.int(), mails: z.int(), refused: z.boolean() }),
  refusals: ['no mail is held'],
  async run({ emails }: Pick<HeldPorts, 'emails'>, { account, refuse: refused }, author) {
    const held = await emails.listHeldMails();
    if (!held.some(({ accountId }) => accountId === account)) {
      return refuse('no mail is held', { field: 'account', params: { account } });
    }
    const release = { author, limit: releasedMax };
    let mails = 0;
    for (let more = releasedMax; more >= releasedMax; mails += more) {
      more = await emails.releaseMails(account, refused ? 'expire' : 'send', release);
    }
    return { account, mails, refused };
  },
});
