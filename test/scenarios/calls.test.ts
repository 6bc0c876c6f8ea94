/** Calls through the whole program: a process with its trunks, between phones on this machine. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { number } from '#test/harness/call-world.ts';
import {
  type CallingProgram,
  openCallingProgram,
  type ProgramWish,
} from '#test/harness/calling-program.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 240_000;

type World = AsyncDisposable & {
  readonly program: CallingProgram;
  readonly caller: Phone;
  readonly callee: Phone;
};

async function openWorld(threads: string, wish: Partial<ProgramWish> = {}): Promise<World> {
  const stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const environment = { PARLEY_THREADS: threads };
  const given = { environment, ...wish, calleePort: callee.hop.port };
  const program = stack.use(await openCallingProgram(given));
  return { program, caller, callee, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function call({ program, caller }: World) {
  return dial(caller, program.hop, { uri: `sip:+${number}@127.0.0.1` });
}

/** Called, rung and answered. */
async function talking(world: World) {
  call(world);
  const incoming = await world.callee.told.calls.next();
  incoming.ring(180);
  const ofCallee = incoming.answer({ sdp: answerSdp }, world.callee.told.sessionHandlers());
  const { session: ofCaller } = await world.caller.told.answered.next();
  await world.callee.told.acks.next();
  return { ofCaller, ofCallee };
}

async function refusal({ caller }: World): Promise<number> {
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

for (const threads of ['1', '3'])
  suite(`the program with ${threads === '1' ? 'one thread' : 'calls in a thread of their own'}`, {
    timeout,
  }, () => {
    test('leads a call on, bills it, and says where it listens', async () => {
      await using world = await openWorld(threads);
      const { program } = world;
      assert.match(program.server.said, /calls +by SIP at udp 127\.0\.0\.1:\d+/);
      const { ofCaller } = await talking(world);
      ofCaller.bye();
      const [record] = await program.ended(1);
      assert.equal(record?.cause, 'caller_hung_up');
      assert.equal(await program.balance(), 10_000_000 - record.cost);
    });

    test('ends what was under way when it was killed, and bills until it was last seen', async () => {
      await using world = await openWorld(threads);
      const { program } = world;
      await talking(world);
      while ((await program.calls())[0]?.answeredAtMs === null) await systemClock.sleep(20);
      program.server.signal('SIGKILL');
      await program.server.end;
      assert.equal(await program.balance(), 10_000_000 - 120_000);
      await program.start();
      const [record] = await program.ended(1);
      assert.equal(record?.cause, 'interrupted');
      assert.equal(record.cost, record.billedS * 1_000);
      assert.ok(record.billedS <= 10, `${record.billedS}`);
      assert.equal(await program.balance(), 10_000_000 - record.cost);
      const sums = await program.storage.accounts.ledgerSums(program.accountId, 'live');
      assert.equal(sums.balance, sums.movements - sums.costs);
    });

    test('that is told to stop turns new calls away and lets the others end', async () => {
      await using world = await openWorld(threads);
      const { program } = world;
      const { ofCaller } = await talking(world);
      program.server.signal('SIGTERM');
      const url = `http://127.0.0.1:${program.server.port}/readyz`;
      const isOpen = () =>
        fetch(url).then(
          () => true,
          () => false,
        );
      while (await isOpen()) await systemClock.sleep(20);
      // The thread of calls may hear of the stop a moment after the HTTP port is closed: a call rings until then.
      world.callee.told.take = (incoming) => incoming.refuse(486);
      const refusals: number[] = [];
      do {
        call(world);
        refusals.push(await refusal(world));
      } while (refusals.at(-1) === 486);
      assert.equal(refusals.at(-1), 503);
      ofCaller.bye();
      assert.deepEqual(await program.server.end, [0, null]);
      // Beside it those that rang before the thread of calls heard of the stop.
      const causes = (await program.calls()).map(({ cause }) => cause);
      assert.deepEqual(
        causes.filter((cause) => cause !== 'busy'),
        ['caller_hung_up'],
      );
    });

    test('keeps the messages of the trunk that is traced, and of no other', async () => {
      await using world = await openWorld(threads);
      const { program } = world;
      const { trunks } = program.storage;
      const said = await program.folder.run(['trunk', 'trace', 'start', 'carrier']);
      assert.equal(said.code, 0, said.err);
      const [trunk] = await trunks.listTrunks();
      const query = { trunkId: trunk?.id ?? 0, beforeId: Number.MAX_SAFE_INTEGER, limit: 100 };
      let kept = await trunks.listMessages(query);
      const has = (way: 'in' | 'out', start: string) =>
        kept.some(({ direction, text }) => direction === way && text.startsWith(start));
      for (let calls = 1; !has('in', 'BYE') || !has('out', 'SIP/2.0 200'); calls += 1) {
        const { ofCaller } = await talking(world);
        ofCaller.bye();
        await program.ended(calls);
        await systemClock.sleep(700);
        kept = await trunks.listMessages(query);
      }
      const { port } = world.caller.hop;
      const places = new Set(kept.map(({ peer }) => peer));
      assert.deepEqual([...places], [`udp 127.0.0.1:${port}`]);
    });

    test('learns of trunks and prices while it runs', async () => {
      await using world = await openWorld(threads, { perMinute: 2_000_000 });
      const { program } = world;
      call(world);
      assert.equal(await refusal(world), 403);
      const set = await program.folder.run([
        'call-price',
        'set',
        '--prefix',
        '33',
        '--minute',
        '0.01',
      ]);
      assert.equal(set.code, 0, set.err);
      world.callee.told.take = (incoming) => incoming.refuse(486);
      for (let status = 403; status !== 486; ) {
        await systemClock.sleep(50);
        call(world);
        status = await refusal(world);
      }
    });
  });
