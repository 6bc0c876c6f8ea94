/** `parley route explain`: where a message to a number would go now, and why. */
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { line, type ValueKind } from '#core/value-kind.ts';
import { Directory } from '#sms/directory.ts';
import { type Explanation, explainRoute } from '#sms/routing/explain-route.ts';
import { conditionsOf } from '#sms/routing/health.ts';
import { command, done } from './command.ts';
import { maybe, needed, toggle } from './option.ts';
import { grade } from './route-kinds.ts';
import { prefixText, routeJson } from './route-view.ts';
import { fields, table } from './text-table.ts';

const phone: ValueKind<PhoneNumber> = {
  form: 'a phone number with its calling code, such as +33612345678',
  // No country is home here: numbers are written in full.
  read: (written) => parsePhoneNumber(written.startsWith('+') ? written : `+${written}`, ''),
};

export const routeExplain = command({
  name: 'route explain',
  sentence: 'Says which route a message to a number would take now, and why no other.',
  takes: {},
  options: {
    to: needed(phone, 'NUMBER', 'The phone.'),
    sender: maybe(line(15), 'SENDER', 'As the message would name it.'),
    grade: maybe(grade, 'GRADE', '1 or 2: the gamme that the message asks for.'),
    urgent: toggle('As for a message that is worthless in a quarter of an hour.'),
  },
  async run({ to, sender = '', grade: wanted, urgent }, { clock, open }) {
    await using installation = await open();
    const { operators, routes, health } = installation.storage;
    const directory = await Directory.read({ operators, routes });
    const conditionOf = conditionsOf(await health.listHealth(), clock.nowMs());
    const explanation = explainRoute(
      directory,
      { phone: to, sender, grade: wanted ?? undefined, urgent },
      { conditionOf, random: () => 0 },
    );
    return done(text(to, explanation), json(to, explanation));
  },
});

function text(to: PhoneNumber, { chosen, routes, network }: Explanation): string {
  const way =
    chosen === undefined ? 'nowhere: no route takes it' : `${chosen.operator} (${chosen.reason})`;
  const facts = fields([
    ['number', formatPhone(to)],
    ['network', network ?? 'not known'],
    ['goes to', way],
  ]);
  if (routes.length === 0) return facts;
  return `${facts}\n${table(
    ['prefix', 'operator', 'verdict'],
    routes.map(({ route, operator, verdict }) => [prefixText(route.prefix), operator, verdict]),
  )}`;
}

function json(to: PhoneNumber, { chosen, routes, network }: Explanation): object {
  return {
    to: formatPhone(to),
    network: network ?? null,
    operator: chosen?.operator ?? null,
    reason: chosen?.reason ?? null,
    routes: routes.map(({ route, operator, verdict }) => ({
      ...routeJson(route, operator),
      verdict,
    })),
  };
}
