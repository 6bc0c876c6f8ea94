/** The webhook engine on a held clock, with storage in memory and real sockets to receivers here. */
import { AddressGuard } from '#core/address-guard.ts';
import { openLog } from '#core/log.ts';
import type { NameResolver } from '#core/name-resolver.ts';
import { createSealer } from '#core/sealed.ts';
import type { HeldLeases } from '#queue/lease.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Endpoint, EndpointSource } from '#webhooks/endpoint.ts';
import type { EndpointNotice } from '#webhooks/endpoint-notices.ts';
import { makeSecret, secretPlace } from '#webhooks/signature.ts';
import { shardLeases, WebhookEngine } from '#webhooks/webhook-engine.ts';
import type { AttemptOutcome } from '#webhooks/webhook-store.ts';
import { HeldClock } from './held-clock.ts';
import { anEndpoint, MemoryWebhooks } from './memory-webhooks.ts';

const sealer = createSealer(Buffer.alloc(32, 1));
const pollMs = 500;
const lifeMs = 72 * 3_600_000;

export type WorldOptions = {
  readonly allow?: readonly string[];
  /** Used in place of a new store: another process over the same tables. */
  readonly store?: MemoryWebhooks;
  readonly clock?: HeldClock;
  /** Whose lanes this process has; all of them, and for ever, unless said otherwise. */
  readonly shards?: readonly string[];
  readonly leases?: HeldLeases;
  /** Asked for names; the machine's own unless said otherwise. */
  readonly resolver?: NameResolver;
  readonly requestsMax?: number;
  /** Throws while people cannot be told. */
  readonly mayTell?: () => void;
};

export async function openWebhookWorld(options: WorldOptions = {}) {
  const {
    store = new MemoryWebhooks(),
    clock = new HeldClock(),
    allow = ['127.0.0.0/8'],
  } = options;
  const lines: Record<string, unknown>[] = [];
  const elsewhere: string[] = [];
  const notices: EndpointNotice[] = [];
  const log = openLog('debug', (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const guard = new AddressGuard({
    allow,
    clock,
    ownAddresses: () => [],
    resolver: options.resolver,
  });
  const engine = new WebhookEngine({
    store,
    guard,
    clock,
    sealer,
    log,
    random: () => 0.5,
    leases: options.leases ?? { holds: () => true },
    jobs: store,
    pollMs: () => pollMs,
    requestsMax: options.requestsMax,
    storedElsewhere: (lanes) => void elsewhere.push(...lanes),
    notices: {
      async say(notice) {
        options.mayTell?.();
        notices.push(notice);
      },
    },
  });
  engine.start();
  for (const name of options.shards ?? shardLeases) await engine.taken({ name, epoch: 1 });
  // Its first look is over, and it waits on the clock.
  await new Promise(setImmediate);
  return {
    store,
    clock,
    engine,
    lines,
    /** What the people of endpoints were told. */
    notices,
    /** Lanes of other processes, for which events were stored here. */
    elsewhere,
    addEndpoint: (url: string, source: EndpointSource = 'report'): Endpoint =>
      addEndpoint(store, url, source),
    /** Stores events and hands them over, as the commit of their facts does. */
    send: (...events: readonly OwedEvent[]): void => {
      store.put(events);
      engine.offer(events);
    },
    /** Lets time go by in steps small enough for the poll, and what it starts get going. */
    pass: (byMs: number, isOver: () => boolean = () => false): Promise<void> =>
      pass(clock, byMs, isOver),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

export type WebhookWorld = Awaited<ReturnType<typeof openWebhookWorld>>;

let made = 0;

/** An event that owes a delivery to an endpoint, due now. */
export function anEvent(world: WebhookWorld, endpoint: Endpoint, over: Partial<OwedEvent> = {}) {
  made += 1;
  const nowMs = world.clock.nowMs();
  const event: OwedEvent = {
    id: made,
    accountId: endpoint.accountId,
    kind: 'dlr',
    orderKey: `${made}/33639980001`,
    url: null,
    body: Buffer.from(`{"status":"delivered","msgId":"${made}"}`),
    createdAtMs: nowMs,
    test: false,
    job: null,
    ...over,
  };
  const job = {
    id: 1_000 + made,
    lane: `webhook/${endpoint.id}`,
    dueAtMs: nowMs,
    attempt: 0,
    orderKey: event.orderKey,
    expiresAtMs: nowMs + lifeMs,
    subject: event.id,
  };
  return { ...event, job };
}

function addEndpoint(store: MemoryWebhooks, url: string, source: EndpointSource): Endpoint {
  const secret = sealer.seal(makeSecret(), secretPlace({ accountId: 3, source }));
  const secrets = [{ sealed: secret, madeAtMs: 0, untilMs: null }];
  return store.addEndpoint({ ...anEndpoint, source, url, secrets });
}

export function secretOf(endpoint: Endpoint): string {
  return sealer.open(endpoint.secrets[0]?.sealed ?? '', secretPlace(endpoint));
}

async function pass(clock: HeldClock, byMs: number, isOver: () => boolean): Promise<void> {
  for (let leftMs = byMs; leftMs > 0 && !isOver(); leftMs -= pollMs) {
    clock.advance(Math.min(pollMs, leftMs));
    for (let turns = 0; turns < 4; turns += 1) await new Promise(setImmediate);
  }
}

/** The head of a reply with that code, and no body. */
export function status(code: number, fields = ''): string {
  return `HTTP/1.1 ${code} Status\r\n${fields}Content-Length: 0\r\n\r\n`;
}

export function outcomes({ store }: WebhookWorld): AttemptOutcome[] {
  return store.attempts.map(({ outcome }) => outcome);
}

/** What people of an endpoint were told. */
export function told({ notices }: WebhookWorld): [string, string][] {
  return notices.map(({ what, trouble }) => [what, trouble]);
}

/** Waits for the result of the attempt of that number. */
export async function attempted({ store }: WebhookWorld, count: number): Promise<void> {
  await store.until(() => store.attempts.length >= count);
}
