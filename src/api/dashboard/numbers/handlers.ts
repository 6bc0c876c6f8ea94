/** Answers what pages ask of numbers, and says what calls to them do. */
import { refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone } from '#core/masked.ts';
import { formatExact } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import {
  type ForwardOptions,
  type ForwardRule,
  usualOptions,
} from '#numbers/forwarding/forward-rule.ts';
import { type RulePorts, setRule } from '#numbers/forwarding/set-rule.ts';
import type { VirtualNumber } from '#numbers/virtual-number.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { NumberStore } from '#sms/numbers/number-store.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import type { Body } from '../definition.ts';
import { give, type Handler, handle } from '../handler.ts';
import { listNumbers, setForwarding, setNumber } from './definitions.ts';

export type NumberPorts = CallerPorts & {
  readonly virtualNumbers: Pick<
    VirtualNumberStore,
    'listVirtualNumbers' | 'setLabel' | 'findOptions' | 'saveOptions'
  > &
    RulePorts['numbers'];
  readonly ownNumbers: Pick<NumberStore, 'listNumbers' | 'listShortNumberUses'>;
  readonly mayCall: RulePorts['mayCall'];
};

export function numberHandlers(ports: NumberPorts): readonly Handler[] {
  return [list(ports), forward(ports), change(ports)];
}

/** More than anybody rents; the interface lists them by page. */
const numbersMax = 200;

function list(ports: NumberPorts): Handler {
  return handle(listNumbers, async ({ accountId, role }) => {
    const { currency } = await findAccount(ports, accountId);
    const numbers = await ports.virtualNumbers.listVirtualNumbers({
      of: { accountId },
      afterPhone: '',
      limit: numbersMax,
      nowMs: ports.clock.nowMs(),
    });
    return give({
      currency,
      numbers: await Promise.all(numbers.map((number) => toNumberJson(number, role, ports))),
      shortNumber: await findShortNumber(accountId, ports),
    });
  });
}

async function toNumberJson(number: VirtualNumber, role: Role, { virtualNumbers }: NumberPorts) {
  const kept = await virtualNumbers.findRule(number.id);
  const options = (await virtualNumbers.findOptions(number.id)) ?? usualOptions;
  return {
    number: formatPhone(number.phone),
    digits: number.phone,
    label: number.label,
    isActive: number.active,
    why: number.deactivatedWhy,
    takesSms: number.takesSms,
    takesCalls: number.takesCalls,
    canForward: number.canForward,
    monthlyPrice: formatExact(number.monthlyPrice),
    minutePrice: formatExact(number.minutePrice),
    rentedAt: number.rentedAtMs,
    paidUntil: number.paidUntilMs,
    forwarding: toRuleJson(kept?.rule, role),
    options: toOptionsJson(options, role),
  };
}

function toRuleJson(rule: ForwardRule | undefined, role: Role): Body<typeof setForwarding> {
  if (rule === undefined) return { type: 0, target: '' };
  return rule.kind === 'forward'
    ? { type: 1, target: showPhone(rule.target, role) }
    : { type: 2, target: mayRead(role) ? rule.target : maskAddress(rule.target) };
}

function toOptionsJson(options: ForwardOptions, role: Role) {
  const { ringMs, unanswered, fallbackEmail, missedCallEmail, missedCallText, language } = options;
  const show = (address: string) =>
    mayRead(role) || address === '' ? address : maskAddress(address);
  return {
    ringSeconds: ringMs / 1_000,
    unanswered,
    fallbackEmail: show(fallbackEmail),
    missedCallEmail: show(missedCallEmail),
    missedCallText,
    language,
  };
}

async function findShortNumber(accountId: number, { ownNumbers }: NumberPorts) {
  const uses = await ownNumbers.listShortNumberUses();
  const use = uses.find((one) => one.accountId === accountId);
  if (use === undefined) return null;
  const numbers = await ownNumbers.listNumbers();
  const number = must(
    numbers.find(({ id }) => id === use.numberId),
    'short number of an account',
  );
  return { number: number.digits, keyword: use.keyword };
}

function forward(ports: NumberPorts): Handler {
  const { virtualNumbers: numbers, mayCall } = ports;
  return handle(setForwarding, async (asking) => {
    const { accountId, role, params, body } = asking;
    const { homeCountry } = await findAccount(ports, accountId);
    const read = readRule(body, homeCountry);
    if ('ok' in read) return read;
    const phone = params.number as PhoneNumber;
    const { rule } = read;
    const wish = { accountId, homeCountry, phone, rule, replace: true };
    const author = authorOf(asking, ports.clock);
    const answer = await setRule(wish, author, { numbers, mayCall });
    // Off already is what was asked for.
    if (!answer.ok && answer.why !== 'forwarding is off already') {
      if (answer.why === 'number is unknown') return refuse('nothing is there');
      return refuse(answer.why, { field: 'target' });
    }
    return give({ forwarding: toRuleJson(rule, role) });
  });
}

function readRule({ type, target }: Body<typeof setForwarding>, homeCountry: string) {
  const field = 'target';
  if (type === 0) return { rule: undefined };
  if (target.trim() === '') return refuse('forwarding target is missing', { field });
  if (type === 2) {
    const address = parseEmailAddress(target.trim());
    if (address === undefined) return refuse('voicemail address is malformed', { field });
    return { rule: { kind: 'voicemail', target: address } as const };
  }
  const phone = parsePhoneNumber(target.trim(), homeCountry);
  if (phone === undefined) return refuse('forwarding number is not possible', { field });
  return { rule: { kind: 'forward', target: phone } as const };
}

function change(ports: NumberPorts): Handler {
  return handle(setNumber, async (asking) => {
    const { accountId, params, body } = asking;
    const number = await ports.virtualNumbers.findVirtualNumber(params.number as PhoneNumber);
    if (number?.accountId !== accountId) return refuse('nothing is there');
    const { ringSeconds, ...options } = body.options;
    for (const field of ['fallbackEmail', 'missedCallEmail'] as const) {
      const address = options[field];
      if (address !== '' && parseEmailAddress(address) === undefined) {
        return refuse('voicemail address is malformed', { field });
      }
    }
    if (options.unanswered === 'voicemail' && options.fallbackEmail === '') {
      return refuse('forwarding target is missing', { field: 'fallbackEmail' });
    }
    const author = authorOf(asking, ports.clock);
    const missedCallText = options.missedCallText.trim();
    const kept = { ...options, missedCallText, ringMs: ringSeconds * 1_000 };
    await ports.virtualNumbers.saveOptions(number.id, kept, author);
    await ports.virtualNumbers.setLabel(number.id, accountId, body.label);
    return give({});
  });
}
