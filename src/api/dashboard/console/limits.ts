/** What accounts may send and how fast, and the exceptions that people make. */
import { type LimitException, type Limits, PolicyCache } from '#accounts/limits/policy.ts';
import { type Limit, type RuleName, ruleNames, rules } from '#accounts/limits/rules.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { formatExact, type Millionths, parseMoney } from '#core/money.ts';
import * as definitions from './definitions.ts';
import { findPolicy } from './policy.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');

export function limitHandlers(ports: ConsolePorts): readonly Handler[] {
  const { accounts, limits, clock } = ports;
  return [
    handle(definitions.listLimits, async ({ params: { id } }) => {
      if ((await accounts.findAccount(id)) === undefined) return nothingThere;
      return give({ limits: await showLimits(id, ports) });
    }),
    handle(definitions.setLimit, (call) => setLimit(call, ports)),
    handle(definitions.removeLimit, async (call) => {
      const { id: accountId, rule } = call.params;
      const place = { accountId, keyId: call.query.key ?? 0, rule };
      const isRemoved = await limits.removeException(place, authorOf(call, clock));
      return isRemoved ? give(undefined) : nothingThere;
    }),
    handle(definitions.resetLimits, async (call) => {
      const { id } = call.params;
      if ((await accounts.findAccount(id)) === undefined) return nothingThere;
      await limits.resetWindows(id, authorOf(call, clock));
      return give(undefined);
    }),
  ];
}

async function setLimit(
  call: DashboardCall<typeof definitions.setLimit>,
  { accounts, limits, clock }: ConsolePorts,
): Promise<Handled<undefined>> {
  const { id: accountId, rule } = call.params;
  const { action, max: written } = call.body;
  const keyId = call.body.keyId ?? 0;
  const { actions, unit, ofKeys } = rules[rule];
  if ((await accounts.findAccount(accountId)) === undefined) return nothingThere;
  if (keyId !== 0 && !ofKeys) return refuseValue('keyId', 'this limit is of whole accounts');
  if (keyId !== 0 && !(await accounts.listKeys(accountId)).some(({ id }) => id === keyId)) {
    return refuseValue('keyId', 'the account has no such key');
  }
  if (!actions.includes(action)) return refuseValue('action', `can be ${actions.join(', ')}`);
  const max = unit === 'money' ? must(parseMoney(written), 'amount') : Number(written);
  if (!Number.isInteger(max)) return refuseValue('max', 'must be a whole number');
  const exception: LimitException = { accountId, keyId, rule, limit: { max, action } };
  await limits.setException(exception, authorOf(call, clock));
  return give(undefined);
}

function refuseValue(field: string, reason: string) {
  return refuse('field has a wrong value', { field, details: { reason } });
}

type Shown = Reply<typeof definitions.listLimits>['limits'];

/** Those of the account in the order of the rules, then those of single keys. */
async function showLimits(accountId: number, { limits }: ConsolePorts): Promise<Shown> {
  const exceptions = (await limits.listExceptions()).filter((one) => one.accountId === accountId);
  const ofKeys = exceptions.filter(({ keyId }) => keyId !== 0);
  const own = new Set(exceptions.filter(({ keyId }) => keyId === 0).map(({ rule }) => rule));
  const standing = await limitsOf(accountId, exceptions, limits);
  return [
    ...ruleNames.map((rule) => ({
      ...showLimit(rule, standing[rule]),
      keyId: null,
      isExceptional: own.has(rule),
    })),
    ...ofKeys.map(({ rule, keyId, limit }) => ({
      ...showLimit(rule, limit),
      keyId,
      isExceptional: true,
    })),
  ];
}

async function limitsOf(
  accountId: number,
  exceptions: readonly LimitException[],
  limits: ConsolePorts['limits'],
): Promise<Limits> {
  const policy = await findPolicy(accountId, limits);
  return new PolicyCache([policy], exceptions).of(accountId).limits;
}

function showLimit(rule: RuleName, { max, action }: Limit) {
  const { unit, actions, ofKeys: isOfKeys } = rules[rule];
  const shown = unit === 'money' ? formatExact(max as Millionths) : String(max);
  return { rule, max: shown, unit, action, actions: [...actions], isOfKeys };
}
