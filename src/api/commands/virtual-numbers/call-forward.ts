/** `POST /v1/vn/callforward`: forwards calls to a number, records them, or neither. */
import type { ErrorWord } from '#api/errors.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { isList } from '#api/parameters/value.ts';
import { type Refusal, refuse, succeed } from '#api/reply.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import type { Idempotency } from '#core/idempotency.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';
import type { ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import { type OnceAnswer, setRule, setRuleOnce } from '#numbers/forwarding/set-rule.ts';
import type { Call, Run } from '../command.ts';
import { readIdempotency } from '../idempotency.ts';
import type { VirtualNumberPorts } from './virtual-number-ports.ts';

const nameMax = 100;

const types = ['off', 'forward', 'voicemail'] as const;
type Type = (typeof types)[number];

const messages: Readonly<Record<Type, string>> = {
  off: 'Callforward disabled',
  forward: 'Callforward enabled',
  voicemail: 'Voicemail enabled',
};

/** Which field the refusals of the engine are about. */
const fieldOf: Partial<Record<Extract<OnceAnswer, { ok: false }>['why'], string>> = {
  'forwarding number is not possible': 'param',
  'idempotency key was used for another request': 'idempotencyKey',
};

export function setCallForward(ports: VirtualNumberPorts): Run {
  return async (call) => {
    const read = readWish(call);
    if (!read.ok) return read;
    const { number, type, param, rule, name: label, replace, idempotency } = read;
    const { id: accountId, homeCountry } = call.caller.account;
    const phone = parsePhoneNumber(number, homeCountry);
    const author = { actor: `key ${call.caller.key.id}`, atMs: ports.clock.nowMs() };
    const isTest = call.caller.key.mode === 'test';
    const wish = { accountId, homeCountry, phone, rule, replace, isTest, label };
    const { virtualNumbers: numbers, mayCall, replies, clock } = ports;
    const rules = { numbers, mayCall, replies, clock };
    const answer =
      idempotency === undefined
        ? await setRule(wish, author, rules)
        : await setRuleOnce({ ...wish, idempotency }, author, rules);
    if (!answer.ok) return refuse(answer.why, { field: fieldOf[answer.why] ?? 'number' });
    return succeed({
      message: messages[type],
      number: formatPhone(answer.phone),
      type: types.indexOf(type),
      param,
    });
  };
}

type Wish = {
  readonly ok: true;
  readonly name: string | undefined;
  readonly number: string;
  readonly type: Type;
  /** As it is told back: a number with its plus. */
  readonly param: string;
  readonly rule: ForwardRule | undefined;
  readonly replace: boolean;
  readonly idempotency: Idempotency | undefined;
};

/** One thing after the other, in the order of the interface's table: the first that is wrong is told. */
function readWish(call: Call): Wish | Refusal {
  const fields = new Fields(call.parameters);
  const name = readName(call);
  if (name !== undefined && typeof name !== 'string') return name;
  const number = readText(fields, 'number');
  if (number === '') return refuse('virtual number is missing', { field: 'number' });
  const type = readType(fields);
  if (typeof type !== 'string') return type;
  const target = readTarget(fields, type, call);
  if ('problems' in target) return target;
  const replace = fields.flag('replace');
  const phone = parsePhoneNumber(number, call.caller.account.homeCountry) ?? number;
  const asked = { forwards: phone, type, param: target.param, name, replace };
  const idempotency = readIdempotency(fields, call, asked);
  return fields.refusal ?? { ok: true, name, number, type, replace, idempotency, ...target };
}

/** Code 9 is here that of an email address, so a name that is none has the code of one that is missing. */
function readName({ parameters }: Call): string | undefined | Refusal {
  const fields = new Fields(parameters);
  if (!fields.isGiven('name')) return undefined;
  const name = fields.label('name', nameMax);
  if (fields.refusal !== undefined) {
    return refuse('number name is malformed', { field: 'name', details: { max: nameMax } });
  }
  return name === undefined || name.trim() === ''
    ? refuse('number name is empty', { field: 'name' })
    : name;
}

/** Empty where there is none. What is no text is told apart from that: it becomes one that fits nothing. Of a number a space in front may be its plus. */
function readText(fields: Fields, field: string): string {
  const value = fields.value(field);
  if (value === undefined || (isList(value) && value.length === 0)) return '';
  if (typeof value !== 'string' && typeof value !== 'number') return noText;
  const text = String(value);
  return text.trim() === '' ? '' : text;
}

const noText = '?';

function readType(fields: Fields): Type | Refusal {
  const value = fields.value('type');
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    return refuse('forwarding type is missing', { field: 'type' });
  }
  const type = types[parseWholeNumber(value) ?? -1];
  return type ?? refuse('forwarding type is unknown', { field: 'type' });
}

type Target = { readonly param: string; readonly rule: ForwardRule | undefined };

function readTarget(fields: Fields, type: Type, { caller }: Call): Target | Refusal {
  if (type === 'off') return { param: '', rule: undefined };
  const param = readText(fields, 'param');
  if (param === '') return refuse('forwarding target is missing', { field: 'param' });
  if (type === 'voicemail') {
    const target = parseEmailAddress(param.trim());
    if (target === undefined) return wrongParam('voicemail address is malformed');
    return { param: target, rule: { kind: 'voicemail', target } };
  }
  const target = parsePhoneNumber(param, caller.account.homeCountry);
  if (target === undefined) return wrongParam('forwarding number is not possible');
  return { param: formatPhone(target), rule: { kind: 'forward', target } };
}

function wrongParam(word: ErrorWord): Refusal {
  return refuse(word, { field: 'param' });
}
