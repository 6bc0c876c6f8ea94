/** Routes as commands show them. */
import { compareText } from '#core/compare-text.ts';
import { formatExact, type Millionths, toNumber } from '#core/money.ts';
import { compareRoutes } from '#sms/routing/choose-route.ts';
import type { NewRoute, Route } from '#sms/routing/route.ts';
import { table } from './text-table.ts';

export function routeJson(route: NewRoute, operator: string): object {
  const { prefix, network, grade, senders, priority, weight, buyPrice, enabled } = route;
  return {
    prefix,
    operator,
    network: network === '' ? null : network,
    grade,
    senders: senders.length === 0 ? 'any' : senders,
    priority,
    weight,
    buyPrice: buyPrice === null ? null : toNumber(buyPrice),
    enabled,
  };
}

export function routesText(routes: readonly Route[], operatorOf: (route: Route) => string): string {
  const listed = routes.toSorted((a, b) => compareText(a.prefix, b.prefix) || compareRoutes(a, b));
  return table(
    ['prefix', 'operator', 'network', 'grade', 'senders', 'priority', 'weight', 'buys at', 'state'],
    listed.map((route) => [
      prefixText(route.prefix),
      operatorOf(route),
      route.network === '' ? 'any' : route.network,
      String(route.grade ?? 'any'),
      route.senders.length === 0 ? 'any' : route.senders.join(','),
      String(route.priority),
      String(route.weight),
      amountText(route.buyPrice),
      route.enabled ? 'on' : 'off',
    ]),
  );
}

export function prefixText(digits: string): string {
  return digits === '' ? 'all numbers' : `+${digits}`;
}

function amountText(amount: Millionths | null): string {
  return amount === null ? '-' : formatExact(amount);
}
