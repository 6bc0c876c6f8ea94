/** Calls as commands show them to people. */
import { type Cell, columns, fields, table } from '#cli/text-table.ts';
import type { CallView } from '#numbers/calls/call-view.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Shown = AnswerOf<'call show'>;
type Traced = AnswerOf<'call trace'>;
type Price = Shown['call']['price'];
type Fact = readonly [name: string, value: Cell];

export const callTexts = {
  'call list': ({ calls }) => callsText(calls),
  'call all': ({ calls }) => callsText(calls),
  'call show': ({ call, currency }) =>
    `${fields([
      ...factsOf(call, call.number),
      ...priceFacts(call.price),
      ['cost', `${call.cost} ${currency} for ${call.billedSeconds} s`],
    ])}\n${stepsText(call)}`,
  'call trace': traceText,
  'call countries': ({ account, countries }) =>
    `Calls of account ${account} may go to ${countries.join(', ')}.\n`,
} satisfies Texts;

function callsText(calls: readonly (CallView & Partial<Pick<Traced['call'], 'hops'>>)[]): string {
  return columns(
    calls,
    'id',
    ['began', 'startedAt'],
    ['from', callerOf],
    ['to', ({ number, hops = [] }) => [number, ...hops.map((hop) => hop.number)].join(' > ')],
    ['led to', ({ kind, target }) => (kind === 'refused' ? '-' : target)],
    [
      'end',
      ({ cause, rule }) => (cause === null ? 'goes on' : [cause, rule].filter(Boolean).join(': ')),
    ],
    ['status', 'sipStatus'],
    ['billed', ({ billedSeconds }) => `${billedSeconds} s`],
    'cost',
  );
}

function traceText({ call, messages, isCut }: Traced): string {
  const { account, payer, hops, price, cost, billedSeconds } = call;
  const facts = fields([
    ...factsOf(
      call,
      `${call.number === '+' ? 'what is no number' : call.number} of ${nameOf(account)}`,
    ),
    ...hops.map((hop): Fact => ['by way of', `${hop.number} of ${nameOf(hop.account)}`]),
    ...priceFacts(price),
    ['cost', `${cost} for ${billedSeconds} s, paid by ${nameOf(payer)}`],
  ]);
  const sip = messages.map(
    ({ at, leg, trunk, direction, peer, text }) =>
      `\n${at} ${leg} ${direction} ${trunk} ${peer}\n${text.replace(/\r/g, '')}\n`,
  );
  return `${facts}\n${stepsText(call)}${sip.join('')}${isCut ? 'There were more.\n' : ''}`;
}

function factsOf(call: CallView, to: string): readonly Fact[] {
  return [
    ['call', call.id],
    ['from', `${callerOf(call)} by ${call.trunkIn}`],
    ['to', to],
    ['led to', call.kind === 'refused' ? '-' : ledTo(call)],
    ['status', call.sipStatus === 0 ? '-' : String(call.sipStatus)],
    ['rule', call.rule],
  ];
}

function priceFacts(price: Price): readonly Fact[] {
  if (price === null) return [['price', '-']];
  const { perMinute, firstSeconds, nextSeconds, reserved } = price;
  const steps = `first ${firstSeconds} s, then every ${nextSeconds} s`;
  return [
    ['price', `${perMinute} a minute, ${steps}`],
    ['set aside', reserved],
  ];
}

function callerOf({ caller }: CallView): string {
  return caller === '' ? 'hidden' : caller;
}

function nameOf(account: number | null): string {
  return account === null ? 'nobody' : `account ${account}`;
}

function ledTo({ kind, target, trunkOut }: CallView): string {
  const by = trunkOut === '' ? '' : ` by ${trunkOut}`;
  return `${target}${by}${kind === 'voicemail' ? ', as a message' : ''}`;
}

/** What is known of its course, in the order in which it happened. */
function stepsText({ startedAt, ringingAt, answeredAt, endedAt, cause }: CallView): string {
  const steps = [
    [startedAt, 'came'],
    [ringingAt, 'rang'],
    [answeredAt, 'was answered'],
    [endedAt, `ended: ${(cause ?? '').replaceAll('_', ' ')}`],
  ] as const;
  const after = (at: string) => ((Date.parse(at) - Date.parse(startedAt)) / 1_000).toFixed(1);
  return table(
    ['time', 'after', 'what happened'],
    steps.flatMap(([at, what]) => (at === null ? [] : [[at, `${after(at)} s`, what]])),
  );
}
