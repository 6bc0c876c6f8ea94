/** How an account does today, as its home page says it once it is live. */

import type { SpentHour } from '#accounts/account-store.ts';
import type { Today } from '#accounts/home-operations.ts';
import { must } from '#core/assert.ts';
import { owedByEndpointMax } from '#model/engines.ts';
import type { FigureState } from '#sms/records/message-figures.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

type Ports = Pick<Common, 'clock' | 'storage'>;

const dayMs = 86_400_000;
/** The days whose spending says how long the balance lasts. */
const daysLookedBack = 7;
const newest = Number.MAX_SAFE_INTEGER;

/** Spending outlives messages, so it is asked first; a first message that cost nothing is looked for. */
export async function hasGoneLive(accountId: number, { clock, storage }: Ports): Promise<boolean> {
  const nowMs = clock.nowMs();
  const wish = { accountId, purse: 'live', fromMs: nowMs - 30 * dayMs, untilMs: nowMs } as const;
  if ((await storage.accounts.listSpentHours(wish)).some(({ parts }) => parts > 0)) return true;
  const sent = { accountId, test: false, beforeId: newest, limit: 1 };
  return (await storage.messages.listRecords(sent)).records.length > 0;
}

export async function todayOf(
  accountId: number,
  ports: Ports,
  endpoints: Engines['endpoints'],
): Promise<Today> {
  const { clock, storage } = ports;
  const nowMs = clock.nowMs();
  const account = must(await storage.accounts.findAccount(accountId), 'account of a member');
  const sinceMs = startOfDay(nowMs, account.timeZone);
  const span = { accountId, purse: 'live', untilMs: nowMs } as const;
  const [today, lately, figures, ofEndpoints] = await Promise.all([
    storage.accounts.listSpentHours({ ...span, fromMs: sinceMs }),
    storage.accounts.listSpentHours({ ...span, fromMs: nowMs - daysLookedBack * dayMs }),
    storage.messages.figuresByHour({ ...span, fromMs: sinceMs }),
    countEndpoints(accountId, ports, endpoints),
  ]);
  // Counted half a minute behind, and whole however many there were.
  const count = (wanted: FigureState) =>
    figures.reduce((sum, { state, messages }) => sum + (state === wanted ? messages : 0), 0);
  const partsOf = (wanted: SpentHour['product']) =>
    today.reduce((sum, { product, parts }) => sum + (product === wanted ? parts : 0), 0);
  const delivered = count('delivered');
  const spent = lately.reduce((sum, { cost }) => sum + cost, 0);
  const { balance } = account;
  return {
    sinceMs,
    smsParts: partsOf('sms'),
    emails: partsOf('email'),
    ended: delivered + count('not delivered'),
    delivered,
    ...ofEndpoints,
    daysLeft: spent > 0 ? Math.max(0, Math.floor((balance / spent) * daysLookedBack)) : undefined,
  };
}

type Listed = Pick<Endpoint, 'id' | 'state'>;

/** Those that fail now and those that we have given up, and what is pending at all of them. */
export async function countEndpoints(
  accountId: number,
  { storage }: { readonly storage: { readonly webhooks: Pick<EndpointStore, 'standingsOf'> } },
  { listOwn }: { readonly listOwn: (accountId: number) => Promise<readonly Listed[]> },
): Promise<Pick<Today, 'failingEndpoints' | 'pendingDeliveries' | 'hasMorePending'>> {
  const listed = await listOwn(accountId);
  const ids = listed.map(({ id }) => id);
  const standings = await storage.webhooks.standingsOf(ids, owedByEndpointMax);
  const failing = listed.filter(({ id, state }) => {
    const failingSinceMs = standings.get(id)?.state?.failingSinceMs ?? 0;
    return state === 'disabled' || failingSinceMs > 0;
  });
  const owed = ids.map((id) => standings.get(id)?.owed ?? 0);
  return {
    failingEndpoints: failing.length,
    pendingDeliveries: owed.reduce((sum, count) => sum + count, 0),
    hasMorePending: owed.some((count) => count >= owedByEndpointMax),
  };
}

/** Some days have 23 hours, some 25. */
function startOfDay(atMs: number, zone: string): number {
  const now = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  return now.startOfDay().epochMilliseconds;
}
