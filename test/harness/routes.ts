/** Routes for tests: whole and valid, with what a test cares about laid over. */
import type { Author } from '#core/author.ts';
import { type Route, routeDefaults } from '#sms/routing/route.ts';
import type { Price } from '#sms/routing/route-store.ts';
import { atMs, money } from './records.ts';

export function aRoute(over: Partial<Route> = {}): Route {
  return { id: 1, prefix: '33', operatorId: 1, ...routeDefaults, ...over };
}

export function aPrice(prefix: string, millionths: number, over: Partial<Price> = {}): Price {
  return { accountId: 0, prefix, fromMs: 0, price: money(millionths), ...over };
}

/** Who changes things in tests. */
export const anAuthor: Author = { actor: 'test', atMs };
