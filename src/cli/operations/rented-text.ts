/** Numbers that accounts rent, as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Shown = AnswerOf<'number forward'>;
type Number = Shown['number'];

export const rentedTexts = {
  'number rented': ({ numbers, shortNumber }) => {
    const listed = columns(numbers, 'number', ['called', 'label'], ['calls', ruleText], 'monthly', [
      'paid until',
      'paidUntil',
    ]);
    return shortNumber === null ? listed : `${listed}Sends from ${shortNumber.number}.\n`;
  },
  'number available': ({ numbers, currency }) =>
    columns(
      numbers,
      'number',
      'sms',
      'calls',
      ['forwards', 'forward'],
      ['a month', ({ monthly }) => `${monthly} ${currency}`],
      ['a minute', ({ minute }) => `${minute} ${currency}`],
    ),
  'number rent': ({ number, monthly, currency, paidUntil }) =>
    paidUntil === null
      ? `${number} is rented for nothing.\n`
      : `${number} is rented for ${monthly} ${currency} a month, paid until ${paidUntil}.\n`,
  'number return': ({ returned }) => `${returned} is given back.\n`,
  'number show': numberText,
  'number forward': numberText,
  'number ring': numberText,
  'number greeting': ({ seconds }) => `The next caller hears it: ${seconds} s.\n`,
  'number greeting remove': () => 'The greeting is gone.\n',
} satisfies Texts;

function numberText({ number }: Shown): string {
  return fields([
    ['number', number.number],
    ['state', number.active ? 'rented' : `deactivated: ${number.why}`],
    ['account', number.account],
    ['called', number.label],
    ['forwards', number.forward],
    ['monthly price', number.monthly],
    ['minute price', number.minute],
    ['paid until', number.paidUntil],
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
