/** Prices as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import { prefixText } from './prefix-text.ts';
import type { Texts } from './shown-value.ts';

export const priceTexts = {
  'price set': ({ prefix, price, account, from }) => {
    const whom = account === null ? '' : ` for account ${account}`;
    const since = from === null ? '' : ` from ${from}`;
    return `A ${prefix === null ? 'mail' : `part to ${prefixText(prefix)}`} costs ${price}${whom}${since}.\n`;
  },
  'price list': ({ prices }) =>
    columns(
      prices,
      ['account', ({ account }) => String(account ?? 'all')],
      ['prefix', ({ prefix }) => (prefix === null ? 'mails' : prefixText(prefix))],
      'price',
      ['from', ({ from }) => from ?? 'always'],
    ),
  'price remove': ({ removed }) =>
    `The price of ${removed === 'mail' ? 'mails' : prefixText(removed)} is removed.\n`,
  'price plan': ({ added, changed, removed, same, changes }) => {
    const counts = { added, changed, removed, same };
    const told = fields(Object.entries(counts).map(([name, count]) => [name, String(count)]));
    const lines = changes.map(
      ({ prefix, before, price }) => `${prefixText(prefix ?? '')}: ${before} → ${price}\n`,
    );
    return told + lines.join('');
  },
  'call-price list': ({ prices }) =>
    columns(
      prices,
      ['account', ({ account }) => String(account ?? 'all')],
      ['prefix', ({ prefix }) => prefixText(prefix)],
      'minute',
      ['first', ({ firstS }) => `${firstS} s`],
      ['next', ({ nextS }) => `${nextS} s`],
    ),
  'call-price set': ({ prefix, minute, account }) => {
    const whom = account === null ? '' : ` for account ${account}`;
    return `A minute to ${prefixText(prefix)} costs ${minute}${whom}.\n`;
  },
  'call-price remove': ({ removed }) =>
    `The price of calls to ${prefixText(removed)} is removed.\n`,
  'price import': ({ prices }) => `${prices} prices are set.\n`,
} satisfies Texts;
