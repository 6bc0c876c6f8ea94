/** What a page hears live: events behind their cursors, resumed without a gap, and ended with the session. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import type { HttpReply, ReplyStream } from '#api/http/http-message.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import type { Role } from '#people/permissions.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs, money } from '#test/harness/records.ts';
import { type LivePorts, liveHandlers } from './handlers.ts';

/** A reader that keeps what it was told. */
class Reader implements ReplyStream {
  readonly #ended = new AbortController();
  #told = '';
  #heard: (() => void) | undefined;

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  async write(text: string): Promise<void> {
    this.#told += text;
    this.#heard?.();
  }

  end(): void {
    this.#ended.abort(new Error('The stream has ended'));
  }

  async until(form: RegExp): Promise<string> {
    while (!form.test(this.#told)) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    return this.#told;
  }
}

async function openWorld(change: Partial<LivePorts> = {}) {
  let ports: LivePorts | undefined;
  const world = await openPageWorld((given) => {
    ports = { ...given, ...change };
    return [];
  });
  const [handler] = liveHandlers(must(ports, 'ports of the world'));
  const { storage } = world.installation;
  const account = must(await storage.accounts.findAccount(1), 'account of the world');
  const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  const listen = async (headers: Record<string, string> = {}, role: Role = 'owner') => {
    const told = await must(handler, 'handler of the stream').answer({
      params: { account: '1' },
      query: {},
      body: undefined,
      who: { userId: 1 } as never,
      accountId: 1,
      role,
      request: { headers } as never,
    });
    assert.ok(told.ok && 'raw' in told);
    return told.raw;
  };
  const happen = async (id: number) => {
    const acceptance = anAcceptance(account, id);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
    const receipts = [aMatch(submit, anEvent(id))];
    await storage.messages.recordFacts({ submits: [], receipts, refusals: [] });
  };
  // A stream of events has been used once its first number was reserved.
  await storage.ids.reserveIds('event', 1);
  return { world, listen, happen };
}

function open(reply: HttpReply): Reader {
  const reader = new Reader();
  must(reply.stream, 'stream of the reply')(reader);
  return reader;
}

suite('live updates', () => {
  test('tell what happens behind a cursor, from which a reader resumes', async () => {
    const { world, listen, happen } = await openWorld();
    await using _ = world;
    const reader = open(await listen());
    const begun = await reader.until(/id: [\w-]+\n\n/);
    const cursor = /id: (?<id>[\w-]+)/.exec(begun)?.groups?.['id'] ?? '';
    await happen(1);
    assert.match(await reader.until(/data: .*\n\n/), /event: dlr\ndata: \{"id":"msg_1"/);
    reader.end();
    await happen(2);
    const again = open(await listen({ 'last-event-id': cursor }));
    assert.match(await again.until(/msg_2/), /msg_1/);
    again.end();
  });

  test('tell no contents to who may not read them', async () => {
    const { world, listen, happen } = await openWorld();
    await using _ = world;
    const reader = open(await listen({}, 'viewer'));
    await reader.until(/id: /);
    await happen(1);
    assert.doesNotMatch(await reader.until(/data: .*\n\n/), /payload/);
    reader.end();
  });

  test('end when their reader may read no more', async () => {
    let passedMs = 0;
    const monotonicMs = () => {
      passedMs += 31_000;
      return passedMs;
    };
    const clock = { ...systemClock, monotonicMs };
    const { world, listen, happen } = await openWorld({ mayStillRead: async () => false, clock });
    await using _ = world;
    const reader = open(await listen());
    await reader.until(/id: /);
    await happen(1);
    if (!reader.ended.aborted) await once(reader.ended, 'abort');
  });

  test('are twenty for a person, and no more', async () => {
    const { world, listen } = await openWorld({
      feed: {
        reader: { newest: async () => new Map() } as never,
        // Nothing ever happens there.
        openFeed: async function* (_, signal) {
          if (!signal.aborted) await once(signal, 'abort');
          yield* [];
        },
      },
    });
    await using _ = world;
    for (let count = 0; count < 20; count += 1) await listen();
    await assert.rejects(listen());
  });
});
