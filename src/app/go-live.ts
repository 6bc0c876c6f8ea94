/** What is missing before an account goes live: computed from what there is, never ticked by hand. */
import { isInForce } from '#accounts/api-key.ts';
import type { GoLiveStep } from '#accounts/home-operations.ts';
import { defaultPolicy } from '#accounts/limits/policy.ts';
import { hasQuietHours } from '#accounts/quiet-hours/quiet-hours.ts';
import { must } from '#core/assert.ts';
import { inspectorUrl } from '#core/inspector-url.ts';
import { planOfCountry } from '#core/numbering-plan.ts';
import { isFresh } from '#sms/routing/health.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

export type GoLiveNeeds = Pick<Engines, 'endpoints'> & {
  readonly directory: () => Pick<ReturnType<Engines['directory']>, 'operators' | 'priceOf'>;
};

type Ports = Pick<Common, 'config' | 'clock' | 'storage'>;

/** Whose attempts are looked at; an endpoint that works has some among them. */
const eventsLookedAt = 100;
const attemptsLookedAt = 500;
const newest = Number.MAX_SAFE_INTEGER;

export async function listGoLiveSteps(
  accountId: number,
  ports: Ports,
  { directory, endpoints }: GoLiveNeeds,
): Promise<readonly GoLiveStep[]> {
  const { config, clock, storage } = ports;
  const account = must(await storage.accounts.findAccount(accountId), 'account of a member');
  const [hasFactors, numbers, domains, policies, keys, hasSent, hasAnswered] = await Promise.all([
    administratorsHaveFactors(ports),
    storage.numbers.listNumbers(),
    storage.domains.listDomains(accountId),
    storage.accounts.listPolicies(),
    storage.accounts.listKeys(accountId),
    hasDelivered(accountId, ports, directory().operators),
    endpointHasAnswered(accountId, ports, endpoints),
  ]);
  const homeCode = planOfCountry(account.homeCountry)?.callingCode ?? '';
  const price = directory().priceOf(homeCode, account, clock.nowMs());
  const hasLiveKey = keys.some((key) => key.mode === 'live' && isInForce(key, clock.nowMs()));
  const policy = policies.find((each) => each.accountId === accountId) ?? defaultPolicy(accountId);
  // Chosen by the account: its marketing waits nowhere until then.
  const quietHours = { step: 'quiet hours', isDone: policy.quietHours !== 'off' } as const;
  return [
    { step: 'second factor', isDone: hasFactors },
    { step: 'public address', isDone: config.publicUrl?.startsWith('https:') === true },
    { step: 'operator', isDone: hasSent },
    { step: 'price at home', isDone: price !== undefined },
    { step: 'sender', isDone: numbers.some((number) => number.accountId === accountId) },
    { step: 'mail domain', isDone: domains.some(({ verifiedAtMs }) => verifiedAtMs !== null) },
    ...(hasQuietHours(account.homeCountry) ? [quietHours] : []),
    { step: 'endpoint', isDone: hasAnswered },
    { step: 'live key', isDone: hasLiveKey },
  ];
}

/** All who run the installation: one without is the way in. */
async function administratorsHaveFactors({ storage }: Ports): Promise<boolean> {
  const users = await storage.people.listUsers();
  const administrators = users.filter((user) => user.isAdministrator && user.state === 'active');
  const have = await Promise.all(
    administrators.map(
      async ({ id }) =>
        (await storage.people.findTotp(id)) !== undefined ||
        (await storage.people.listPasskeys(id)).length > 0,
    ),
  );
  return have.length > 0 && have.every(Boolean);
}

/** An operator of ours is bound, and a live message of the account has arrived. */
async function hasDelivered(
  accountId: number,
  { storage, clock }: Ports,
  operators: ReturnType<GoLiveNeeds['directory']>['operators'],
): Promise<boolean> {
  const ours = new Set(operators.filter(({ builtIn }) => !builtIn).map(({ id }) => id));
  const binds = await storage.operators.listHealth();
  const isBound = binds.some(
    (bind) =>
      ours.has(bind.operatorId) && bind.downSinceMs === null && isFresh(bind, clock.nowMs()),
  );
  if (!isBound) return false;
  const wish = {
    accountId,
    test: false,
    states: ['delivered'],
    beforeId: newest,
    limit: 1,
  } as const;
  return (await storage.messages.listRecords(wish)).records.length > 0;
}

/** Not the program's own inspector, which answers whatever it is told to. */
async function endpointHasAnswered(
  accountId: number,
  { storage }: Ports,
  { listOwn }: Engines['endpoints'],
): Promise<boolean> {
  const listed = await listOwn(accountId);
  const active = listed.filter(({ url, state }) => url !== inspectorUrl && state === 'active');
  if (active.length === 0) return false;
  const ids = new Set(active.map(({ id }) => id));
  const events = await storage.webhooks.listEvents(accountId, newest, eventsLookedAt);
  const attempts = await storage.webhooks.attemptsOf(
    events.map(({ id }) => id),
    attemptsLookedAt,
  );
  return attempts.some(({ endpointId, outcome }) => ids.has(endpointId) && outcome === 'delivered');
}
