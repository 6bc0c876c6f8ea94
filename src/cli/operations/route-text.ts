/** Routes as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { explain } from '#sms/routes/explain-operation.ts';
import type { setRoute } from '#sms/routes/route-operations.ts';
import type { importRoutes, planRoutes } from '#sms/routes/route-table.ts';
import type { RouteView } from '#sms/routes/route-view.ts';
import { prefixText } from './prefix-text.ts';

type Set = z.output<(typeof setRoute)['output']>;
type Explained = z.output<(typeof explain)['output']>;
type Verdict = Explained['routes'][number]['verdict'];
type Plan = z.output<(typeof planRoutes)['output']>;
type Imported = z.output<(typeof importRoutes)['output']>;
type Removed = { readonly removed: string; readonly routes: number };

export const routeTexts = {
  'route set': ({ prefix, operator, enabled, isPriced }: Set) => {
    const numbers = prefixText(prefix);
    const told = `Live messages to ${numbers} ${enabled ? 'go' : 'no longer go'} to ${operator}.\n`;
    return isPriced
      ? told
      : `${told}Warning: no price fits ${numbers}, so nothing is accepted yet: give a --price.\n`;
  },
  'route list': ({ routes }: { readonly routes: readonly RouteView[] }) =>
    table(
      [
        'prefix',
        'operator',
        'network',
        'grade',
        'senders',
        'priority',
        'weight',
        'buys at',
        'state',
      ],
      routes.map((route) => [
        prefixText(route.prefix),
        route.operator,
        route.network ?? 'any',
        String(route.grade ?? 'any'),
        route.senders.join(',') || 'any',
        String(route.priority),
        String(route.weight),
        route.buyPrice ?? '-',
        route.enabled ? 'on' : 'off',
      ]),
    ),
  'route remove': ({ removed, routes }: Removed) =>
    routes === 1
      ? `The route of ${prefixText(removed)} is removed.\n`
      : `${routes} routes of ${prefixText(removed)} are removed.\n`,
  'route plan': ({ added, changed, removed, same, changes }: Plan) => {
    const counts = Object.entries({ added, changed, removed, same });
    const lines = changes.map(({ before, after }) => {
      const what = before === null ? 'added' : after === null ? 'removed' : 'changed';
      const { prefix = '', operator = '' } = after ?? before ?? {};
      return `${prefixText(prefix)} by ${operator}: ${what}\n`;
    });
    return fields(counts.map(([name, count]) => [name, String(count)])) + lines.join('');
  },
  'route import': ({ routes }: Imported) => `${routes} routes are set.\n`,
  'route explain': ({ to, network, operator, reason, routes }: Explained) => {
    const facts = fields([
      ['number', to],
      ['network', network ?? 'not known'],
      ['goes to', operator === null ? 'nowhere: no route takes it' : `${operator} (${reason})`],
    ]);
    if (routes.length === 0) return facts;
    const rows = routes.map((route) => [
      prefixText(route.prefix),
      route.operator,
      verdictText(route.verdict),
    ]);
    return `${facts}\n${table(['prefix', 'operator', 'verdict'], rows)}`;
  },
  'network import': ({ prefixes }: { readonly prefixes: number }) =>
    `The networks of ${prefixes} prefixes are known.\n`,
};

/** The other codes are plain words. */
function verdictText({ code, reason, weight }: Verdict): string {
  if (code === 'chosen') return `is chosen: ${reason}`;
  if (code === 'chosenBut') return `is chosen, but ${reason}`;
  if (code === 'passing') return `${reason}: serves if nothing else does`;
  return code === 'share' ? `has its share by weight (${weight})` : code;
}
