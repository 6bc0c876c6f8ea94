/** Campaigns as commands show them to people. */
import { columns } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type One = AnswerOf<'campaign show'>;
type Preview = AnswerOf<'campaign preview'>;

export const campaignTexts = {
  'campaign list': ({ campaigns }) =>
    columns(campaigns, 'id', 'name', 'state', 'contacts', 'handled', 'delivered', [
      'cost',
      (one) => `${one.cost} ${one.currency}`,
    ]),
  'campaign add': stateText,
  'campaign show': stateText,
  'campaign pause': stateText,
  'campaign resume': stateText,
  'campaign cancel': stateText,
  'campaign preview': ({ contacts, lookedAt, recipients, parts, ...rest }) => {
    const { cost, currency, balance, skipped, unfilled, blocked, samples } = rest;
    const estimate = lookedAt < contacts ? ` (an estimate from ${lookedAt} contacts)` : '';
    return [
      `${recipients} of ${contacts} contacts, ${parts} parts, ${cost} ${currency}${estimate}.\n`,
      `The balance is ${balance} ${currency}.\n`,
      blocked === null ? '' : `Nobody would get it: ${blocked}.\n`,
      skippedText(skipped),
      unfilled === 0 ? '' : `${unfilled} contacts have an empty field.\n`,
      ...samples.map((sample) => `${sample.phone}: ${sample.text}\n`),
    ].join('');
  },
} satisfies Texts;

function stateText({ campaign }: One): string {
  const { id, name, state, reason, contacts, handled, delivered, ...rest } = campaign;
  const why = reason === null ? '' : ` (${reason})`;
  const figures = `${rest.waiting} waiting, ${delivered} delivered, ${rest.notDelivered} not delivered`;
  return [
    `${name} (${id}) is ${state}${why}: ${handled} of ${contacts} contacts handled.\n`,
    `${figures}; ${rest.parts} parts, ${rest.cost} ${rest.currency}.\n`,
    skippedText(rest.skipped),
  ].join('');
}

function skippedText(skipped: Preview['skipped']): string {
  return skipped.map(({ why, contacts }) => `${contacts} skipped: ${why}.\n`).join('');
}
