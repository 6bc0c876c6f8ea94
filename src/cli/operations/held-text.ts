/** What is held, as commands show it to people. */
import type { z } from 'zod';
import type { listHeldMessages } from '#accounts/limits/held-messages.ts';
import { table } from '#cli/text-table.ts';
import type { listHeldMails } from '#mail/sending/held-mails.ts';

type Messages = z.output<(typeof listHeldMessages)['output']>;
type Mails = z.output<(typeof listHeldMails)['output']>;
type Released = { readonly account: number; readonly refused: boolean };

export const heldTexts = {
  'limit held': ({ held }: Messages) =>
    table(
      ['account', 'name', 'parts', 'held by', 'ends'],
      held.map(({ account, name, parts, rule, endsAt }) => [
        String(account),
        name,
        String(parts),
        rule ?? '-',
        endsAt,
      ]),
    ),
  'mail held': ({ held }: Mails) =>
    table(
      ['account', 'name', 'mails', 'why'],
      held.map(({ account, name, mails, reason }) => [
        String(account),
        name,
        String(mails),
        reason === '' ? 'a limit' : reason,
      ]),
    ),
  'limit release': (answer: Released & { readonly parts: number }) =>
    releasedText(`${answer.parts} parts`, answer),
  'mail release': (answer: Released & { readonly mails: number }) =>
    releasedText(`${answer.mails} mails`, answer),
};

function releasedText(what: string, { account, refused }: Released): string {
  const fate = refused ? 'expire and are given back' : 'leave now';
  return `${what} of account ${account} ${fate}.\n`;
}
