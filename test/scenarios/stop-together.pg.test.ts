/** One of two processes is told to stop while it carries a call and waits for a mail server that says nothing. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { shardOf } from '#queue/lane.ts';
import type { LeaseView } from '#queue/lease.ts';
import { number, withRentedNumber, withTrunks } from '#test/harness/call-world.ts';
import { CallingProgram } from '#test/harness/calling-program.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { makeDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';
import { ScriptedSmtp, type SmtpPeer } from '#test/harness/scripted-smtp.ts';
import { answerSdp, dial, openPhone } from '#test/harness/sip-phones.ts';

const lane = 'mail/relay:normal/1';
const mailLease = `mail#${shardOf(lane, 32)}`;
/** Nobody says anything here, which a relay of audio would take for the end. */
const bypass = { media: 'bypass' } as const;

/** Takes a mail up to its last dot, and never answers that. */
async function neverAnswerData(peer: SmtpPeer): Promise<void> {
  peer.say('220 mx.example.net ready');
  await peer.answer('EHLO', '250 mx.example.net');
  await peer.answer('MAIL', '250 ok');
  await peer.answer('RCPT', '250 ok');
  await peer.answer('DATA', '354 go on');
  await peer.mail();
}

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await ScriptedSmtp.open(neverAnswerData));
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const { address } = stack.use(await makeDatabase());
  const storage = stack.use(await openStorage(address));
  const accountId = await withRentedNumber(storage, {});
  await withTrunks(storage, { calleePort: callee.hop.port, trunkIn: bypass, trunkOut: bypass });
  const folder = stack.use(await openParleyFolder());
  const flags = [
    `--database=${address}`,
    `--master-key-file=${path.join(folder.path, 'master.key')}`,
    '--simulator=off',
    '--mail-mode=relay',
    `--mail-relay=smtp://127.0.0.1:${server.port}`,
  ];
  const open = async (): Promise<CallingProgram> => {
    const program = new CallingProgram(folder, storage, accountId);
    await program.start(...flags);
    return program;
  };
  const programs = [await open(), await open()] as const;
  const moved = stack.move();
  const dispose = () => moved.disposeAsync();
  return { server, caller, callee, storage, programs, [Symbol.asyncDispose]: dispose };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function until({ storage }: World, isSo: (view: LeaseView) => boolean): Promise<LeaseView> {
  for (;;) {
    const view = await storage.leases.view();
    if (isSo(view)) return view;
    await systemClock.sleep(50);
  }
}

/** Of the process that holds the lease, in the system's words. */
function pidOf({ leases, processes }: LeaseView, name: string): number | undefined {
  const lease = leases.find((each) => each.name === name && !each.isFree);
  return processes.find(({ id }) => id === lease?.owner)?.pid;
}

/** Of all threads of a process. */
function shareOf({ leases, processes }: LeaseView, pid: number | undefined): readonly string[] {
  const threads = new Set(processes.filter((each) => each.pid === pid).map(({ id }) => id));
  return leases
    .filter(
      ({ name, owner, isFree }) =>
        !isFree && owner !== null && threads.has(owner) && /^(mail|webhook)#\d/.test(name),
    )
    .map(({ name }) => name);
}

async function reach({ caller, callee }: World, program: CallingProgram) {
  dial(caller, program.hop, { uri: `sip:+${number}@127.0.0.1` });
  const incoming = await callee.told.calls.next();
  incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
  const { session } = await caller.told.answered.next();
  await callee.told.acks.next();
  while ((await program.calls())[0]?.answeredAtMs === null) await systemClock.sleep(20);
  return session;
}

async function oweMail({ storage }: World): Promise<void> {
  const [account] = await storage.accounts.listAccounts(0, 1);
  const nowMs = systemClock.nowMs();
  const acceptance = anEmailAcceptance(must(account, 'account'), 1, {
    email: { acceptedAtMs: nowMs, validUntilMs: nowMs + 86_400_000 },
    job: { dueAtMs: nowMs, lane },
  });
  assert.deepEqual(await storage.emails.acceptEmail(acceptance), { kind: 'accepted' });
}

suite('a process that is told to stop', { skip: withoutServer, timeout: 240_000 }, () => {
  test('hands over at once what it can, and its mails while a call goes on still', async () => {
    await using world = await openWorld();
    const { programs, server } = world;
    const pids = programs.map((each) => each.server.pid);
    const shared = await until(world, (view) =>
      pids.every((pid) => shareOf(view, pid).length === 32),
    );
    const holder = must(
      programs.find((each) => each.server.pid === pidOf(shared, mailLease)),
      'holder of the lane',
    );
    const other = must(
      programs.find((each) => each !== holder),
      'other process',
    );
    const session = await reach(world, holder);
    await oweMail(world);
    while (server.peers[0]?.mails.length !== 1) await systemClock.sleep(20);

    holder.server.signal('SIGTERM');
    // All but the lane whose server says nothing, and nobody is taken in by an open port.
    await until(world, (view) => shareOf(view, other.server.pid).length === 63);
    const url = `http://127.0.0.1:${holder.server.port}/readyz`;
    while (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      await systemClock.sleep(20);
    await until(world, (view) => pidOf(view, mailLease) === other.server.pid);
    const [call] = await holder.calls();
    assert.equal(call?.endedAtMs, null, 'the call goes on');
    session.bye();
    assert.deepEqual(await holder.server.end, [0, null]);
    const [ended] = await other.ended(1);
    assert.equal(ended?.cause, 'caller_hung_up');
  });
});
