/** Where and when an account may send, as an administrator says. */
import { type AccountPolicy, findPolicy, type OpenCountries } from '#accounts/limits/policy.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Body, Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { countryCode } from '#core/value-kind.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');

export function policyHandlers({ accounts, limits, clock }: ConsolePorts): readonly Handler[] {
  return [
    handle(definitions.showPolicy, async ({ params: { id } }) => {
      if ((await accounts.findAccount(id)) === undefined) return nothingThere;
      return give({ policy: showPolicy(await findPolicy(id, limits)) });
    }),
    handle(definitions.setPolicy, async (call) => {
      const { id: accountId } = call.params;
      if ((await accounts.findAccount(accountId)) === undefined) return nothingThere;
      const countries = readCountries(call.body.countries);
      if (countries === undefined) {
        const details = { reason: `each must be ${countryCode.form}` };
        return refuse('field has a wrong value', { field: 'countries', details });
      }
      const policy: AccountPolicy = { ...call.body, accountId, countries };
      await limits.savePolicy(policy, authorOf(call, clock));
      return give({ policy: showPolicy(policy) });
    }),
  ];
}

function readCountries(
  written: Body<typeof definitions.setPolicy>['countries'],
): OpenCountries | undefined {
  if (typeof written === 'string') return written;
  const codes = written.map((code) => countryCode.read(code.trim()));
  return codes.every((code) => code !== undefined) ? new Set(codes) : undefined;
}

function showPolicy(policy: AccountPolicy): Reply<typeof definitions.showPolicy>['policy'] {
  const {
    trust,
    countries: open,
    costlyNumbers,
    quietHours,
    marketing,
    refundUndelivered,
  } = policy;
  const countries = typeof open === 'string' ? open : [...open].toSorted();
  return { trust, countries, costlyNumbers, quietHours, marketing, refundUndelivered };
}
