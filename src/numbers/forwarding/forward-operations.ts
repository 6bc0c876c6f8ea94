/** `number forward`, `ring`: what calls to a rented number do, and what becomes of those that nobody takes. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { emailInput, lineInput } from '#core/common-inputs.ts';
import { textOf } from '#core/input-form.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import {
  accountOfNumber,
  findOwnNumber,
  type RentedPorts,
  rentedView,
  viewRented,
} from '../rental/rented-view.ts';
import { numberInput } from '../stock/stock-view.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';
import { type ForwardOptions, parseMissedCallText, usualOptions } from './forward-rule.ts';
import { type RulePorts, type RuleRefusal, setRule } from './set-rule.ts';
import { rentedForms } from './words.ts';

const changes = ['number rented', 'number show'];
const output = z.object({ number: rentedView });
const phone = textOf(
  { read: (text) => (/^[+\d\s().-]{3,40}$/.test(text) ? text.trim() : undefined) },
  rentedForms.phone,
);

export const forwardNumber = operation({
  name: 'number forward',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['number'],
  accountOf: accountOfNumber,
  input: z.strictObject({
    number: numberInput,
    to: phone.optional(),
    voicemail: emailInput().optional(),
    off: z.boolean().default(false),
    /** Also where another target or mode is active. */
    replace: z.boolean().default(false),
  }),
  output,
  refusals: [
    'one way of calls is needed',
    'number is unknown',
    'forwarding number is not possible',
    'number cannot forward',
    'number is deactivated',
    'forwarding is on already',
    'voicemail is on already',
    'forwarding is off already',
  ],
  async run(
    ports: RentedPorts & {
      readonly accounts: Pick<AccountStore, 'findAccount'>;
      readonly virtualNumbers: RulePorts['numbers'];
      readonly mayCall: RulePorts['mayCall'];
    },
    { number: digits, replace, ...asked },
    caller,
  ) {
    const { accountId } = caller;
    const found = await findOwnNumber(ports, digits, accountId);
    if (found instanceof Refusal) return found;
    const { homeCountry } = must(await ports.accounts.findAccount(accountId), 'its account');
    const read = readRule(asked, homeCountry);
    if (read instanceof Refusal) return read;
    const { virtualNumbers: numbers, mayCall } = ports;
    const wish = { accountId, homeCountry, phone: found.phone, replace, ...read };
    const answer = await setRule(wish, caller, { numbers, mayCall });
    const isSo = !answer.ok && replace && answer.why === 'forwarding is off already';
    if (!answer.ok && !isSo) return refuse(answer.why as Told, { field: 'to' });
    return { number: await viewRented(found, caller.role, ports) };
  },
});

/** Test keys alone hear of the simulator’s numbers. */
type Told = Exclude<RuleRefusal, 'test keys lead no calls'>;

type Asked = {
  readonly to?: string | undefined;
  readonly voicemail?: string | undefined;
  readonly off: boolean;
};

function readRule({ to, voicemail, off }: Asked, homeCountry: string) {
  const ways = [to, voicemail, off || undefined].filter((way) => way !== undefined);
  if (ways.length !== 1) return refuse('one way of calls is needed', { field: 'to' });
  if (voicemail !== undefined) return { rule: { kind: 'voicemail', target: voicemail } as const };
  if (to === undefined) return { rule: undefined };
  const target = parsePhoneNumber(to, homeCountry);
  return target === undefined
    ? refuse('forwarding number is not possible', { field: 'to' })
    : { rule: { kind: 'forward', target } as const };
}

/** `""` or none for nobody. */
const address = emailInput({ orNone: true });

export const ringNumber = operation({
  name: 'number ring',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['number'],
  accountOf: accountOfNumber,
  input: z.strictObject({
    number: numberInput,
    label: lineInput(0, 100).optional(),
    seconds: z.int().min(5).max(120).optional(),
    unanswered: z.enum(['refuse', 'voicemail']).optional(),
    fallback: address.optional(),
    missed: address.optional(),
    text: textOf({ read: parseMissedCallText }, rentedForms.text).optional(),
    language: z.enum(['en', 'fr']).optional(),
  }),
  output,
  refusals: ['number is unknown', 'number would not change', 'voicemail goes nowhere'],
  async run(
    ports: RentedPorts & {
      readonly virtualNumbers: Pick<VirtualNumberStore, 'setLabel' | 'saveOptions'>;
    },
    { number: digits, label, ...wish },
    caller,
  ) {
    const isEmpty = Object.values(wish).every((value) => value === undefined);
    if (label === undefined && isEmpty) return refuse('number would not change');
    const found = await findOwnNumber(ports, digits, caller.accountId);
    if (found instanceof Refusal) return found;
    const { virtualNumbers } = ports;
    const options = optionsOf((await virtualNumbers.findOptions(found.id)) ?? usualOptions, wish);
    if (options.unanswered === 'voicemail' && options.fallbackEmail === '') {
      return refuse('voicemail goes nowhere', { field: 'fallback' });
    }
    if (!isEmpty) await virtualNumbers.saveOptions(found.id, options, caller);
    if (label !== undefined) await virtualNumbers.setLabel(found.id, caller.accountId, label);
    const changed = { ...found, label: label ?? found.label };
    return { number: await viewRented(changed, caller.role, ports) };
  },
});

type Wish = {
  readonly seconds?: number | undefined;
  readonly unanswered?: ForwardOptions['unanswered'] | undefined;
  readonly fallback?: string | undefined;
  readonly missed?: string | undefined;
  readonly text?: string | undefined;
  readonly language?: ForwardOptions['language'] | undefined;
};

function optionsOf(standing: ForwardOptions, { seconds, ...wish }: Wish): ForwardOptions {
  return {
    ringMs: seconds === undefined ? standing.ringMs : seconds * 1_000,
    unanswered: wish.unanswered ?? standing.unanswered,
    fallbackEmail: wish.fallback ?? standing.fallbackEmail,
    missedCallEmail: wish.missed ?? standing.missedCallEmail,
    missedCallText: wish.text ?? standing.missedCallText,
    language: wish.language ?? standing.language,
  };
}
