/** Numbers that accounts rent, as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { forwardNumber } from '#numbers/forwarding/forward-operations.ts';
import type {
  giveBack,
  listAvailable,
  listRented,
  rent,
} from '#numbers/rental/rental-operations.ts';
import type { saveGreeting } from '#numbers/voicemail/sound-operations.ts';

type Listed = z.output<(typeof listRented)['output']>;
type Offered = z.output<(typeof listAvailable)['output']>;
type Rented = z.output<(typeof rent)['output']>;
type Shown = z.output<(typeof forwardNumber)['output']>;
type Greeted = z.output<(typeof saveGreeting)['output']>;
type Returned = z.output<(typeof giveBack)['output']>;
type Number = Shown['number'];

export const rentedTexts = {
  'number rented': ({ numbers, shortNumber }: Listed) => {
    const listed = table(
      ['number', 'called', 'calls', 'monthly', 'paid until'],
      numbers.map((number) => [
        number.number,
        number.label || '-',
        ruleText(number),
        number.monthly,
        number.paidUntil ?? '-',
      ]),
    );
    return shortNumber === null ? listed : `${listed}Sends from ${shortNumber.number}.\n`;
  },
  'number available': ({ numbers, currency }: Offered) =>
    table(
      ['number', 'sms', 'calls', 'forwards', 'a month', 'a minute'],
      numbers.map(({ number, sms, calls, forward, monthly, minute }) => [
        number,
        yesOrNo(sms),
        yesOrNo(calls),
        yesOrNo(forward),
        `${monthly} ${currency}`,
        `${minute} ${currency}`,
      ]),
    ),
  'number rent': ({ number, monthly, currency, paidUntil }: Rented) =>
    paidUntil === null
      ? `${number} is rented for nothing.\n`
      : `${number} is rented for ${monthly} ${currency} a month, paid until ${paidUntil}.\n`,
  'number return': ({ returned }: Returned) => `${returned} is given back.\n`,
  'number show': numberText,
  'number forward': numberText,
  'number ring': numberText,
  'number greeting': ({ seconds }: Greeted) => `The next caller hears it: ${seconds} s.\n`,
  'number greeting remove': () => 'The greeting is gone.\n',
};

function numberText({ number }: Shown): string {
  return fields([
    ['number', number.number],
    ['state', number.active ? 'rented' : `deactivated: ${number.why}`],
    ['account', String(number.account)],
    ['called', number.label || '-'],
    ['forwards', yesOrNo(number.forward)],
    ['monthly price', number.monthly],
    ['minute price', number.minute],
    ['paid until', number.paidUntil ?? '-'],
    ['calls', ruleText(number)],
    ['rings', `${number.seconds} s`],
    ['unanswered', unansweredText(number)],
    ['missed calls', number.missed || 'told to nobody'],
    ['texted back', number.text || 'nothing'],
  ]);
}

function ruleText({ mode, target }: Number): string {
  if (mode === 'off') return 'are refused';
  return mode === 'phone' ? `go to ${target}` : `are recorded for ${target}`;
}

function unansweredText({ unanswered, fallback }: Number): string {
  return unanswered === 'refuse' ? 'is refused' : `is recorded for ${fallback}`;
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
