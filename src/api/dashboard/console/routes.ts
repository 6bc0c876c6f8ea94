/** Which operators take live messages, why, and what customers pay. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { formatExact, type Millionths, parseMoney } from '#core/money.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';
import { Directory } from '#sms/directory.ts';
import { compareRoutes } from '#sms/routing/choose-route.ts';
import { explainRoute } from '#sms/routing/explain-route.ts';
import { conditionsOf } from '#sms/routing/health.ts';
import type { NewRoute } from '#sms/routing/route.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
const pricesShown = 5_000;

export function routeHandlers(ports: ConsolePorts): readonly Handler[] {
  const { routes, operators, health, clock } = ports;
  return [
    handle(definitions.listRoutes, async () => {
      const names = new Map((await operators.listOperators()).map(({ id, name }) => [id, name]));
      const listed = (await routes.listRoutes()).toSorted(
        (a, b) => compareText(a.prefix, b.prefix) || compareRoutes(a, b),
      );
      return give({
        routes: listed.map(({ senders, buyPrice, ...route }) => ({
          ...route,
          senders: [...senders],
          buyPrice: buyPrice === null ? null : formatExact(buyPrice),
          operator: names.get(route.operatorId) ?? '',
        })),
      });
    }),
    handle(definitions.setRoutes, async (call) => {
      const live = (await operators.listOperators()).filter(({ builtIn }) => !builtIn);
      const read: NewRoute[] = [];
      for (const [place, { buyPrice, ...route }] of call.body.routes.entries()) {
        const price = buyPrice === null ? null : readAmount(buyPrice);
        if (price === undefined) return wrongAt('routes', place, 'buyPrice');
        if (!live.some(({ id }) => id === route.operatorId)) {
          return wrongAt('routes', place, 'operatorId');
        }
        read.push({ ...route, senders: route.senders.toSorted(), buyPrice: price });
      }
      await routes.setRoutes(read, authorOf(call, clock));
      return give({ routes: read.length });
    }),
    handle(definitions.removeRoute, async (call) => {
      const found = (await routes.listRoutes()).filter(({ id }) => id === call.params.id);
      if (found.length === 0) return nothingThere;
      await routes.removeRoutes(found, authorOf(call, clock));
      return give(undefined);
    }),
    handle(definitions.explainRoute, async ({ query }) => {
      const { to, sender = '', grade } = query;
      const written = to.trim();
      const phone = parsePhoneNumber(written.startsWith('+') ? written : `+${written}`, '');
      if (phone === undefined) {
        return refuse('phone number is not possible', { field: 'to', details: { number: to } });
      }
      const directory = await Directory.read({ operators, routes });
      const conditionOf = conditionsOf(await health.listHealth(), clock.nowMs());
      const wish = { phone, sender, grade: grade && (Number(grade) as 1 | 2), urgent: false };
      const explained = explainRoute(directory, wish, { conditionOf, random: () => 0 });
      return give({
        to: formatPhone(phone),
        network: explained.network ?? null,
        operator: explained.chosen?.operator ?? null,
        reason: explained.chosen?.reason ?? null,
        routes: explained.routes.map(({ route, operator, verdict }) => ({
          id: route.id,
          prefix: route.prefix,
          operator,
          verdict,
        })),
      });
    }),
    ...priceHandlers(ports),
  ];
}

function priceHandlers(ports: ConsolePorts): readonly Handler[] {
  const { routes, mailAccounts, accounts, clock } = ports;
  return [
    handle(definitions.listPrices, async ({ query }) => {
      const { prefix = '', account } = query;
      const fitting = (await routes.listPrices()).filter(
        (price) =>
          price.prefix.startsWith(prefix) && (account === undefined || price.accountId === account),
      );
      const mailPrices = (await mailAccounts.listMailPrices()).filter(
        ({ accountId }) => account === undefined || accountId === account,
      );
      return give({
        prices: fitting
          .slice(0, pricesShown)
          .map(({ price, ...place }) => ({ ...place, price: formatExact(price) })),
        mailPrices: mailPrices.map(({ price, ...place }) => ({
          ...place,
          price: formatExact(price),
        })),
        count: fitting.length,
        currency: ports.currency,
      });
    }),
    handle(definitions.setPrices, async (call) => {
      const read = [];
      for (const [place, { price, ...of }] of call.body.prices.entries()) {
        const millionths = readAmount(price);
        if (millionths === undefined) return wrongAt('prices', place, 'price');
        read.push({ ...of, price: millionths });
      }
      const accountIds = new Set(read.map(({ accountId }) => accountId));
      for (const accountId of accountIds) {
        if (accountId !== 0 && (await accounts.findAccount(accountId)) === undefined) {
          const details = { reason: `there is no account ${accountId}` };
          return refuse('field has a wrong value', { field: 'prices', details });
        }
      }
      await routes.setPrices(read, authorOf(call, clock));
      return give({ prices: read.length });
    }),
    handle(definitions.removePrice, async (call) => {
      const { accountId, prefix, fromMs } = call.body;
      const found = (await routes.listPrices()).filter(
        (price) =>
          price.prefix === prefix && price.accountId === accountId && price.fromMs === fromMs,
      );
      if (found.length === 0) return nothingThere;
      await routes.removePrices(found, authorOf(call, clock));
      return give(undefined);
    }),
  ];
}

function readAmount(text: string): Millionths | undefined {
  const amount = parseMoney(text.trim());
  return amount === undefined || amount < 0 ? undefined : amount;
}

function wrongAt(list: string, place: number, field: string): Refusal {
  const details = { reason: 'there is none like this' };
  return refuse('field has a wrong value', { field: `${list}.${place}.${field}`, details });
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
