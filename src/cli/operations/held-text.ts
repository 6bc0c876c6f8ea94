/** What is held, as commands show it to people. */
import { columns } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

type Released = { readonly account: number; readonly refused: boolean };

export const heldTexts = {
  'limit held': ({ held }) =>
    columns(held, 'account', 'name', 'parts', ['held by', 'rule'], ['ends', 'endsAt']),
  'mail held': ({ held }) =>
    columns(held, 'account', 'name', 'mails', [
      'why',
      ({ reason }) => (reason === '' ? 'a limit' : reason),
    ]),
  'limit release': (answer) => releasedText(`${answer.parts} parts`, answer),
  'mail release': (answer) => releasedText(`${answer.mails} mails`, answer),
} satisfies Texts;

function releasedText(what: string, { account, refused }: Released): string {
  const fate = refused ? 'expire and are given back' : 'leave now';
  return `${what} of account ${account} ${fate}.\n`;
}
