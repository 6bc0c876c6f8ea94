/** Routes as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import { prefixText } from './prefix-text.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Explained = AnswerOf<'route explain'>;
type Verdict = Explained['routes'][number]['verdict'];

export const routeTexts = {
  'route set': ({ prefix, operator, enabled, isPriced }) => {
    const numbers = prefixText(prefix);
    const told = `Live messages to ${numbers} ${enabled ? 'go' : 'no longer go'} to ${operator}.\n`;
    return isPriced
      ? told
      : `${told}Warning: no price fits ${numbers}, so nothing is accepted yet: give a --price.\n`;
  },
  'route list': ({ routes }) =>
    columns(
      routes,
      ['prefix', (route) => prefixText(route.prefix)],
      'operator',
      ['network', (route) => route.network ?? 'any'],
      ['grade', (route) => String(route.grade ?? 'any')],
      ['senders', (route) => route.senders.join(',') || 'any'],
      'priority',
      'weight',
      ['buys at', 'buyPrice'],
      ['state', (route) => (route.enabled ? 'on' : 'off')],
    ),
  'route remove': ({ removed, routes }) =>
    routes === 1
      ? `The route of ${prefixText(removed)} is removed.\n`
      : `${routes} routes of ${prefixText(removed)} are removed.\n`,
  'route plan': ({ added, changed, removed, same, changes }) => {
    const counts = Object.entries({ added, changed, removed, same });
    const lines = changes.map(({ before, after }) => {
      const what = before === null ? 'added' : after === null ? 'removed' : 'changed';
      const { prefix = '', operator = '' } = after ?? before ?? {};
      return `${prefixText(prefix)} by ${operator}: ${what}\n`;
    });
    return fields(counts.map(([name, count]) => [name, String(count)])) + lines.join('');
  },
  'route import': ({ routes }) => `${routes} routes are set.\n`,
  'route explain': ({ to, network, operator, reason, routes }) => {
    const facts = fields([
      ['number', to],
      ['network', network ?? 'not known'],
      ['goes to', operator === null ? 'nowhere: no route takes it' : `${operator} (${reason})`],
    ]);
    if (routes.length === 0) return facts;
    const shown = columns(routes, ['prefix', ({ prefix }) => prefixText(prefix)], 'operator', [
      'verdict',
      ({ verdict }) => verdictText(verdict),
    ]);
    return `${facts}\n${shown}`;
  },
  'network import': ({ prefixes }) => `The networks of ${prefixes} prefixes are known.\n`,
} satisfies Texts;

/** The other codes are plain words. */
function verdictText({ code, reason, weight }: Verdict): string {
  if (code === 'chosen') return `is chosen: ${reason}`;
  if (code === 'chosenBut') return `is chosen, but ${reason}`;
  if (code === 'passing') return `${reason}: serves if nothing else does`;
  return code === 'share' ? `has its share by weight (${weight})` : code;
}
