/** The built-in operator, its phones and the inspector as commands show them to people. */
import { columns, printableText } from '#cli/text-table.ts';
import { describeAnswer } from '#simulator/inspector-answer.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

const inspectorText = ({ answer }: AnswerOf<'simulator inspector show'>) => {
  const often = answer.times === null ? '' : `, ${answer.times} times`;
  return `The inspector answers: ${describeAnswer(answer)}${often}.\n`;
};

const soon = 'A running server does it within a second.\n';

export const simulatorTexts = {
  'simulator numbers': ({ numbers, called }) => {
    const messages = columns(numbers, ['messages to', 'number'], ['what happens', 'description']);
    const does = ['what the phone does', 'description'] as const;
    return `${messages}\n${columns(called, ['calls led to', 'number'], does)}`;
  },
  'simulator phones': ({ phones }) =>
    columns(phones, 'phone', 'state', ['receipts', 'reports'], 'until'),
  'simulator switch': () => soon,
  'simulator fault': ({ fault, until }) => `${soon}Fault: ${fault}, until ${until}.\n`,
  'simulator clock': () => soon,
  'simulator time': ({ parts, isCut }) => {
    const rest = isCut ? ' More of them wait, and stayed as they were.' : '';
    return `Moved on for ${parts} parts that wait.${rest}\n`;
  },
  'simulator inspector': inspectorText,
  'simulator inspector show': inspectorText,
  'simulator webhooks': ({ webhooks }) =>
    columns(
      webhooks,
      'id',
      ['received at', ({ at }) => at.replace(/\.\d+Z$/, 'Z')],
      'event',
      ['webhook-id', 'webhookId'],
      'attempt',
      ['bytes', 'octets'],
      ['answered', 'answer'],
    ),
  'simulator webhooks show': ({ webhook }) => {
    const body = printableText(webhook.body);
    const signed = webhook.signature === null ? '' : `Signature: ${webhook.signature.why}\n`;
    return `${webhook.head}\n\n${body}\n\n${signed}Answered: ${webhook.answer}\n`;
  },
  'simulator webhooks clear': ({ cleared }) => `${cleared} forgotten.\n`,
} satisfies Texts;
