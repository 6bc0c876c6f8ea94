/** What customers pay: shown, compared with a table before it is set, set, and taken back. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Body, Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { formatExact } from '#core/money.ts';
import type { Price } from '#sms/routing/route-store.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';
import { readAmount, wrongAt } from './written-rows.ts';

const nothingThere = refuse('nothing is there');
const pricesShown = 5_000;
/** Changes that a plan lists one by one. */
const changesShown = 200;

export function priceHandlers(ports: ConsolePorts): readonly Handler[] {
  const { routes, clock } = ports;
  return [
    handle(definitions.listPrices, async ({ query }) => give(await listPrices(query, ports))),
    handle(definitions.planPrices, async ({ body }) => {
      const reading = await readPrices(body.prices, ports);
      if (!reading.ok) return reading;
      const { added, changed } = await compare(reading.prices, ports);
      return give({
        added: added.length,
        changed: changed.length,
        same: reading.prices.length - added.length - changed.length,
        changes: changed
          .slice(0, changesShown)
          .map(([to, from]) => ({ ...show(to), before: formatExact(from.price) })),
      });
    }),
    handle(definitions.setPrices, async (call) => {
      const reading = await readPrices(call.body.prices, ports);
      if (!reading.ok) return reading;
      const { prices } = reading;
      const { added, changed } = await compare(prices, ports);
      await routes.setPrices(prices, authorOf(call, clock));
      const set = changed.map(([, from]) => show(from));
      const remove = added.map(({ price: _price, ...place }) => place);
      return give({ prices: prices.length, undo: { set, remove } });
    }),
    handle(definitions.undoPrices, async (call) => {
      const { set, remove } = call.body;
      const reading = await readPrices(set, ports);
      if (!reading.ok) return reading;
      const author = authorOf(call, clock);
      const places = new Set(remove.map(placeOf));
      const gone = (await routes.listPrices()).filter((price) => places.has(placeOf(price)));
      if (reading.prices.length > 0) await routes.setPrices(reading.prices, author);
      if (gone.length > 0) await routes.removePrices(gone, author);
      return give({ set: reading.prices.length, removed: gone.length });
    }),
    handle(definitions.removePrice, async (call) => {
      const wanted = placeOf(call.body);
      const found = (await routes.listPrices()).filter((price) => placeOf(price) === wanted);
      if (found.length === 0) return nothingThere;
      await routes.removePrices(found, authorOf(call, clock));
      return give(undefined);
    }),
  ];
}

async function listPrices(
  {
    prefix = '',
    account,
  }: { readonly prefix?: string | undefined; readonly account?: number | undefined },
  { routes, mailAccounts, currency }: ConsolePorts,
): Promise<Reply<typeof definitions.listPrices>> {
  const fitting = (await routes.listPrices()).filter(
    (price) =>
      price.prefix.startsWith(prefix) && (account === undefined || price.accountId === account),
  );
  const mailPrices = (await mailAccounts.listMailPrices()).filter(
    ({ accountId }) => account === undefined || accountId === account,
  );
  return {
    prices: fitting.slice(0, pricesShown).map(show),
    mailPrices: mailPrices.map(({ price, ...place }) => ({ ...place, price: formatExact(price) })),
    count: fitting.length,
    currency,
  };
}

type Reading = { readonly ok: true; readonly prices: readonly Price[] } | Refusal;

async function readPrices(
  written: Body<typeof definitions.setPrices>['prices'],
  { accounts }: ConsolePorts,
): Promise<Reading> {
  const prices: Price[] = [];
  for (const [place, { price, ...of }] of written.entries()) {
    const millionths = readAmount(price);
    if (millionths === undefined) return wrongAt('prices', place, 'price');
    prices.push({ ...of, price: millionths });
  }
  const accountIds = new Set(prices.map(({ accountId }) => accountId));
  for (const accountId of accountIds) {
    if (accountId !== 0 && (await accounts.findAccount(accountId)) === undefined) {
      const details = { reason: `there is no account ${accountId}` };
      return refuse('field has a wrong value', { field: 'prices', details });
    }
  }
  return { ok: true, prices };
}

/** What is new, and what takes the place of another price. */
async function compare(prices: readonly Price[], { routes }: ConsolePorts) {
  const standing = new Map((await routes.listPrices()).map((price) => [placeOf(price), price]));
  const added = prices.filter((price) => !standing.has(placeOf(price)));
  const changed = prices.flatMap((price): (readonly [Price, Price])[] => {
    const before = standing.get(placeOf(price));
    return before === undefined || before.price === price.price ? [] : [[price, before]];
  });
  return { added, changed };
}

function placeOf({ accountId, prefix, fromMs }: Omit<Price, 'price'>): string {
  return `${accountId} ${prefix} ${fromMs}`;
}

function show({ price, ...place }: Price) {
  return { ...place, price: formatExact(price) };
}
