/** `price list`, `price set` and `price remove`. */
import { z } from 'zod';
import { accountInput, costInput, prefixInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import {
  keyOf,
  kindShape,
  type PricePorts,
  placeOf,
  placeShape,
  priceView,
  refuseMissing,
  undoTable,
  viewPrice,
} from './price-view.ts';

export const changes = ['price list'];

export const listPrices = operation({
  name: 'price list',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    account: accountInput.optional(),
    prefix: prefixInput.optional(),
    mail: z.boolean().default(false),
    limit: z.int().min(1).max(1_000_000).optional(),
  }),
  output: z.object({ prices: z.array(priceView), count: z.int(), currency: z.string() }),
  async run(ports: PricePorts, { account, prefix = '', mail, limit }) {
    const all = mail
      ? await ports.emails.listMailPrices()
      : (await ports.operators.listPrices()).filter((price) => price.prefix.startsWith(prefix));
    const fitting = all.filter(({ accountId }) => account === undefined || accountId === account);
    const prices = fitting.slice(0, limit).map(viewPrice);
    return { prices, count: fitting.length, currency: ports.currency };
  },
});

export const setPrice = operation({
  name: 'price set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  input: z.strictObject({ ...kindShape, ...placeShape, price: costInput }),
  output: priceView,
  refusals: ['price is of a prefix or of mails', 'account of a price is unknown'],
  async run(ports: PricePorts, { prefix, mail, price, ...place }, author) {
    if ((prefix === undefined) !== mail) return refuse('price is of a prefix or of mails');
    const set = { ...placeOf(place), price };
    const missing = await refuseMissing([set], ports);
    if (missing !== undefined) return missing;
    if (prefix === undefined) await ports.emails.setMailPrice(set, author);
    else await ports.operators.setPrices([{ ...set, prefix }], author);
    return viewPrice(prefix === undefined ? set : { ...set, prefix });
  },
});

export const removePrice = operation({
  name: 'price remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  input: z.strictObject({ ...kindShape, ...placeShape }),
  /** `undo`: the table that sets it again; null of a mail. */
  output: z.object({ removed: z.string(), undo: z.string().nullable() }),
  refusals: ['price is of a prefix or of mails', 'price is unknown', 'price of mails is unknown'],
  async run({ operators, emails }: PricePorts, { prefix, mail, ...given }, author) {
    if ((prefix === undefined) !== mail) return refuse('price is of a prefix or of mails');
    const place = placeOf(given);
    if (prefix === undefined) {
      return (await emails.removeMailPrice(place, author))
        ? { removed: 'mail', undo: null }
        : refuse('price of mails is unknown');
    }
    const wanted = keyOf({ ...place, prefix });
    const found = (await operators.listPrices()).filter((price) => keyOf(price) === wanted);
    if (found.length === 0) return refuse('price is unknown', { params: { prefix } });
    await operators.removePrices(found, author);
    return { removed: prefix, undo: undoTable(found, []) };
  },
});
