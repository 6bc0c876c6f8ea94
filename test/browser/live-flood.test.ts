/**
 * 5,000 things a second in one account, for ten seconds, as its open page meets them. The program and the
 * page are real, and so is the stream: what would have to happen for so much is said to it directly.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { type LiveFeed, LiveStream } from '#webhooks/live/live-stream.ts';
import { Moments } from '../../src/app/live/moments.ts';

const perSecond = 5_000;
const stepMs = 20;
const floodMs = 10_000;
const answeredWithinMs = 1_000;

test('a page answers a click within a second while its account does 5,000 things a second', {
  skip: noBrowser,
}, async (context) => {
  await using world = await openBrowserWorld();
  await world.setUp();
  const moments = new Moments({ clock: systemClock, hints: undefined });
  await using door = await openDoor(world, moments);
  await using watched = await world.open({ baseURL: door.url });
  const { page } = watched;
  await page.goto('/1/home');
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  const log = page.getByRole('log', { name: 'Events, the newest first' });
  const flood = say(moments);
  await page.getByText(/Many events: one in \d+ is shown/).waitFor();
  const waits: number[] = [];
  while (!flood.isOver()) {
    // The page measures itself, from the click to what it has drawn of it.
    waits.push(await page.evaluate<number>(clickAndDraw));
  }
  await flood.end;
  waits.sort((a, b) => a - b);
  const [half = 0, longest = 0] = [waits[waits.length >> 1], waits.at(-1)];
  const said = `${flood.said()} moments, ${waits.length} clicks`;
  context.diagnostic(
    `${said}: half within ${half.toFixed()} ms, all within ${longest.toFixed()} ms`,
  );
  assert.ok(flood.said() >= (perSecond * floodMs) / 1_000);
  assert.ok(waits.length >= 5, said);
  assert.ok(longest < answeredWithinMs, `a click was answered after ${longest} ms`);
  assert.ok((await log.getByRole('button').count()) <= 110);
  assert.deepEqual(watched.complaints, []);
});

/** Run in the page: from the click until its next picture but one. */
const clickAndDraw = `new Promise((resolve) => {
  const atMs = performance.now();
  document.querySelector('[role=log] button').click();
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - atMs)));
})`;

/** As many as are due by the clock, so that a busy machine is owed none. */
function say(moments: Moments) {
  const startedAtMs = performance.now();
  let said = 0;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    const passedMs = Math.min(floodMs, performance.now() - startedAtMs);
    for (const due = (passedMs * perSecond) / 1_000; said < due; said += 1) {
      const n = said;
      moments.publish({
        accountId: 1,
        kind: n % 2 === 0 ? 'message.submitted' : 'webhook.attempted',
        atMs: Date.now(),
        about: `${n}/33639980001`,
        test: true,
        tell: () => ({ messageId: n, phone: '+33639980001', operator: 'simulator' }),
      });
    }
    if (passedMs < floodMs) return;
    clearInterval(timer);
    resolve();
  }, stepMs);
  return { end, said: () => said, isOver: () => performance.now() - startedAtMs >= floodMs };
}

/** In front of the program: all goes through to it but the stream. */
async function openDoor({ url }: BrowserWorld, moments: Moments) {
  const { hostname, port } = new URL(url);
  const server = createServer((asked, answer) => {
    if (asked.url?.endsWith('/event-live') === true) {
      void stream(moments, answer);
      return;
    }
    const { method, headers, url: path } = asked;
    const through = request({ hostname, port, method, headers, path }, (reply: IncomingMessage) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    through.on('error', () => answer.destroy());
    asked.pipe(through);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const opened = server.address() as AddressInfo;
  return {
    url: `http://localhost:${opened.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function stream(moments: Moments, answer: ServerResponse): Promise<void> {
  answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  const gone = new AbortController();
  answer.on('close', () => gone.abort());
  const out: ReplyStream = {
    ended: gone.signal,
    async write(text) {
      if (!answer.write(text)) await Promise.race([once(answer, 'drain'), once(answer, 'close')]);
    },
    get waitingBytes() {
      return answer.writableLength;
    },
    end: () => void answer.end(),
    drop: () => void answer.destroy(),
  };
  const after = new Map<number, number>();
  const page = { accountId: 1, role: 'owner', kinds: [], after, roleNow: stillOwner } as const;
  return new LiveStream(page, { feed: emptyFeed, moments, clock: systemClock }, out).run();
}

/** Nothing is stored: all that happens is said. */
const emptyFeed = {
  isStopped: false,
  listen: () => ({
    async until(ms: number, signal: AbortSignal) {
      await systemClock.sleep(ms, signal).catch(() => undefined);
    },
    [Symbol.dispose]: () => undefined,
  }),
  reader: {
    glance: async () => ({ isWhole: true, heads: [], next: new Map() }),
    newest: async () => new Map(),
    withBodies: async () => [],
  },
} as unknown as LiveFeed;

async function stillOwner(): Promise<'owner'> {
  return 'owner';
}
