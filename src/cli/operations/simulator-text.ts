/** The built-in operator, its phones and the inspector as commands show them to people. */
import type { z } from 'zod';
import { printableText, table } from '#cli/text-table.ts';
import { describeAnswer } from '#simulator/inspector-answer.ts';
import type { showInspector } from '#simulator/inspector-operations.ts';
import type {
  failOperator,
  listPhones,
  listSimulatedNumbers,
} from '#simulator/simulator-operations.ts';
import type { moveTime } from '#sms/waiting/test-time.ts';
import type { listInspected, showInspected } from '#webhooks/management/inspected-operations.ts';

type Output<One extends { readonly output: z.ZodType }> = z.output<One['output']>;

const inspectorText = ({ answer }: Output<typeof showInspector>) => {
  const often = answer.times === null ? '' : `, ${answer.times} times`;
  return `The inspector answers: ${describeAnswer(answer)}${often}.\n`;
};

const soon = 'A running server does it within a second.\n';

export const simulatorTexts = {
  'simulator numbers': ({ numbers, called }: Output<typeof listSimulatedNumbers>) => {
    const rows = (each: typeof numbers) => each.map((row) => [row.number, row.description]);
    const ofMessages = table(['messages to', 'what happens'], rows(numbers));
    return `${ofMessages}\n${table(['calls led to', 'what the phone does'], rows(called))}`;
  },
  'simulator phones': ({ phones }: Output<typeof listPhones>) =>
    table(
      ['phone', 'state', 'receipts', 'until'],
      phones.map(({ phone, state, reports, until }) => [phone, state, reports, until ?? '-']),
    ),
  'simulator switch': () => soon,
  'simulator fault': ({ fault, until }: Output<typeof failOperator>) =>
    `${soon}Fault: ${fault}, until ${until}.\n`,
  'simulator clock': () => soon,
  'simulator time': ({ parts, isCut }: Output<typeof moveTime>) => {
    const rest = isCut ? ' More of them wait, and stayed as they were.' : '';
    return `Moved on for ${parts} parts that wait.${rest}\n`;
  },
  'simulator inspector': inspectorText,
  'simulator inspector show': inspectorText,
  'simulator webhooks': ({ webhooks }: Output<typeof listInspected>) => {
    const rows = webhooks.map(({ id, at, event, webhookId, attempt, octets, answer }) => [
      String(id),
      at.replace(/\.\d+Z$/, 'Z'),
      event,
      webhookId,
      attempt,
      String(octets),
      answer,
    ]);
    const heads = ['id', 'received at', 'event', 'webhook-id', 'attempt', 'octets', 'answered'];
    return table(heads, rows);
  },
  'simulator webhooks show': ({ webhook }: Output<typeof showInspected>) => {
    const body = printableText(webhook.body);
    const signed = webhook.signature === null ? '' : `Signature: ${webhook.signature.why}\n`;
    return `${webhook.head}\n\n${body}\n\n${signed}Answered: ${webhook.answer}\n`;
  },
  'simulator webhooks clear': ({ cleared }: { readonly cleared: number }) =>
    `${cleared} forgotten.\n`,
};
