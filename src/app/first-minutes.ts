/** What the home page of an account asks of the engines and the storage. */
import { hashApiKey } from '#accounts/api-key.ts';
import type { GoLiveStep, StartPorts } from '#api/dashboard/start/ports.ts';
import { textFrom } from '#cli/simulator-orders.ts';
import { must } from '#core/assert.ts';
import { inspectorUrl } from '#core/inspector-url.ts';
import { planOfCountry } from '#core/numbering-plan.ts';
import type { SimulatorOrder } from '#simulator/orders.ts';
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

type FirstMinutes = StartPorts['start'];

type Known = Pick<Engines, 'testKey' | 'endpoints'> & {
  readonly directory: () => Pick<ReturnType<Engines['directory']>, 'operators' | 'priceOf'>;
};

export function openFirstMinutes(
  common: Pick<Common, 'config' | 'clock' | 'storage'>,
  engines: Known,
): FirstMinutes {
  const { config, clock, storage } = common;
  const order = (wanted: SimulatorOrder): Promise<void> =>
    storage.simulatorOrders.addOrder(JSON.stringify(wanted), clock.nowMs());
  return {
    hasSimulator: config.simulator,
    testKeyOf: async (accountId) => {
      const owner = await storage.accounts.findKeyByHash(hashApiKey(engines.testKey) ?? '');
      const isShown = owner?.account.id === accountId && owner.key.revokedAtMs === null;
      return isShown ? engines.testKey : undefined;
    },
    numbersOf: async (accountId) =>
      (await storage.numbers.listNumbers())
        .filter(
          ({ state, takesSms, kind, accountId: owner }) =>
            state === 'active' &&
            takesSms &&
            (owner === accountId || (owner === null && kind === 'short')),
        )
        .map(({ digits }) => digits),
    goLive: (accountId) => listGoLiveSteps(accountId, common, engines),
    simulatedNumbers: simulatedNumbers.map(({ number, description }) => ({ number, description })),
    writeOnPhone: (phone, to, text) => order({ do: 'deliver', message: textFrom(phone, to, text) }),
    failOperator: (fault, forMs) => order({ do: 'fail', fault, forMs }),
    moveClock: (byMs) => order({ do: 'move clock', byMs }),
  };
}

/** Computed from what there is; nothing is ever ticked by hand. */
async function listGoLiveSteps(
  accountId: number,
  { config, clock, storage }: Pick<Common, 'config' | 'clock' | 'storage'>,
  { directory, endpoints }: Known,
): Promise<readonly GoLiveStep[]> {
  const account = must(await storage.accounts.findAccount(accountId), 'account of a member');
  const [numbers, domains, listed, keys] = await Promise.all([
    storage.numbers.listNumbers(),
    storage.domains.listDomains(accountId),
    endpoints.listOwn(accountId),
    storage.accounts.listKeys(accountId),
  ]);
  const { operators } = directory();
  const homeCode = planOfCountry(account.homeCountry)?.callingCode ?? '';
  const isOurs = ({ builtIn, state }: (typeof operators)[number]) => !builtIn && state === 'active';
  const isInForce = (key: (typeof keys)[number]) => key.mode === 'live' && key.revokedAtMs === null;
  return [
    { step: 'public address', isDone: config.publicUrl?.startsWith('https:') === true },
    { step: 'operator', isDone: operators.some(isOurs) },
    {
      step: 'price at home',
      isDone: directory().priceOf(homeCode, account, clock.nowMs()) !== undefined,
    },
    { step: 'sender', isDone: numbers.some((number) => number.accountId === accountId) },
    { step: 'mail domain', isDone: domains.some(({ verifiedAtMs }) => verifiedAtMs !== null) },
    {
      step: 'endpoint',
      isDone: listed.some(({ url, state }) => url !== inspectorUrl && state === 'active'),
    },
    { step: 'live key', isDone: keys.some(isInForce) },
  ];
}
