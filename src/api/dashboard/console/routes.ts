/** Which operators take live messages, and why. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { formatExact } from '#core/money.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';
import { Directory } from '#sms/directory.ts';
import { compareRoutes } from '#sms/routing/choose-route.ts';
import { explainRoute } from '#sms/routing/explain-route.ts';
import { conditionsOf } from '#sms/routing/health.ts';
import type { NewRoute } from '#sms/routing/route.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';
import { readAmount, wrongAt } from './written-rows.ts';

const nothingThere = refuse('nothing is there');

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
  ];
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
