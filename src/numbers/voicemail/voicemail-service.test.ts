import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { number } from '#test/harness/call-world.ts';
import { dial } from '#test/harness/sip-phones.ts';
import {
  callIn,
  describeVoice,
  openVoicemailWorld,
  speech,
  untilHeard,
  type VoicemailWorld,
} from '#test/harness/voicemail-world.ts';
import { CallCaps } from '../calls/call-caps.ts';
import { silence } from '../sip/media/g711.ts';
import { Recordings } from './recordings.ts';

const timeout = 120_000;

/** Says it, waits until it was heard, hangs up, and gives what was kept. */
async function leave(
  opened: VoicemailWorld,
  caller: Awaited<ReturnType<typeof callIn>>,
  { packets, bytes }: { readonly packets: readonly Buffer[]; readonly bytes: number },
) {
  const { callId } = await opened.recording();
  await caller.send(packets);
  await untilHeard(opened.spool.fileOf(callId), bytes);
  caller.session.bye();
  await opened.world.record();
  return (await opened.kept()).at(-1);
}

function isLost(at: number): boolean {
  return at % 7 === 3;
}

suite('a message that a caller leaves', { timeout, concurrency: 5 }, () => {
  for (const law of ['pcma', 'pcmu'] as const) {
    for (const ptimeMs of [10, 20, 30, 40, 60]) {
      test(`is kept octet by octet: ${law}, ${ptimeMs} ms a packet`, async () => {
        await using opened = await openVoicemailWorld();
        await using caller = await callIn(opened.world, { law });
        const said = speech(2_400, ptimeMs);
        const packets = caller.packets(said, { ptimeMs });
        const kept = await leave(opened, caller, { packets, bytes: said.length });
        assert.ok(kept?.audio.equals(said));
        assert.deepEqual([kept?.voicemail.law, kept?.voicemail.durationMs], [law, 2_400]);
      });
    }
  }

  test('is put in order where packets overtake one another or come twice', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    const said = speech(2_400, 1);
    const packets = caller.packets(said);
    const mixed = packets.flatMap((packet, at) => {
      if (at % 6 === 2) return [packets[at + 2] ?? packet, packet];
      if (at % 6 === 4) return at + 1 < packets.length ? [] : [packet];
      return at % 9 === 0 ? [packet, packet] : [packet];
    });
    const whole = [...mixed, ...packets.slice(-2)];
    const kept = await leave(opened, caller, { packets: whole, bytes: said.length });
    assert.ok(kept?.audio.equals(said));
  });

  test('has silence where packets were lost', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    const said = speech(3_000, 2);
    const packets = caller.packets(said);
    const expected = Buffer.from(said);
    for (const [at] of packets.entries()) {
      if (isLost(at)) expected.fill(silence.pcma, at * 160, (at + 1) * 160);
    }
    const arriving = packets.filter((_, at) => !isLost(at));
    const kept = await leave(opened, caller, { packets: arriving, bytes: said.length });
    assert.ok(kept?.audio.equals(expected));
  });

  test('goes on where the caller’s source changes in the middle', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    const [first, second] = [speech(1_600, 3), speech(1_600, 4)];
    const packets = [...caller.packets(first), ...caller.packets(second, { ssrc: 8 })];
    const kept = await leave(opened, caller, { packets, bytes: first.length + second.length });
    const audio = kept?.audio ?? Buffer.alloc(0);
    assert.ok(audio.subarray(0, first.length).equals(first));
    assert.ok(audio.indexOf(second) >= first.length);
  });

  test('says who called, for whom it is, and owes its mail', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    const said = speech(2_400, 5);
    const packets = caller.packets(said);
    const kept = await leave(opened, caller, { packets, bytes: said.length });
    const { caller: from, number: to, mailTo, mailState, end } = kept?.voicemail ?? {};
    const expected = ['33612345678', number, 'me@acme.example', 'owed', 'caller hung up'];
    assert.deepEqual([from, to, mailTo, mailState, end], expected);
    const page = { limit: 9, nowMs: systemClock.nowMs() };
    const owed = await opened.world.storage.voicemails.readOwedVoicemails(page);
    assert.deepEqual(
      owed.map(({ load }) => load.id),
      [kept?.voicemail.id],
    );
    const [call] = await opened.world.calls();
    assert.deepEqual([call?.cause, call?.sipStatus], ['caller_hung_up', 200]);
    assert.deepEqual(await opened.spool.list(), []);
    assert.deepEqual(opened.world.media.counts, { calls: 0, ports: 0 });
  });

  test('of thirty callers at once is each one’s own', async () => {
    const caps = new CallCaps(systemClock);
    caps.take = () => ({ ok: true, release: () => undefined });
    await using opened = await openVoicemailWorld({
      call: { ports: { caps }, trunkIn: { maxCps: 1_000 } },
    });
    const { world } = opened;
    const callers: Awaited<ReturnType<typeof callIn>>[] = [];
    for (let at = 0; at < 30; at++) callers.push(await callIn(world));
    const orders = [];
    for (const _ of callers) orders.push(await opened.recording());
    const said = callers.map((_, at) => speech(2_400, 100 + at));
    for (const [at, caller] of callers.entries()) {
      await caller.send(caller.packets(said[at] ?? Buffer.alloc(0)));
    }
    for (const { callId } of orders) await untilHeard(opened.spool.fileOf(callId), 2_400 * 8);
    for (const { session } of callers) session.bye();
    await world.record();
    const kept = await opened.kept();
    const texts = new Set(kept.map(({ audio }) => audio.toString('latin1')));
    assert.deepEqual(texts, new Set(said.map((octets) => octets.toString('latin1'))));
    for (const caller of callers) await caller[Symbol.asyncDispose]();
  });
});

suite('a recording ends', { timeout, concurrency: true }, () => {
  test('at the key #, pressed by INFO, with a goodbye', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    const { callId } = await opened.recording();
    const said = speech(2_400, 6);
    await caller.send(caller.packets(said));
    await untilHeard(opened.spool.fileOf(callId), said.length);
    await caller.session.info('application/dtmf-relay', Buffer.from('Signal=#\r\nDuration=160'));
    assert.equal((await opened.world.caller.told.ends.next()).by, 'peer');
    await opened.world.record();
    const [kept] = await opened.kept();
    assert.equal(kept?.voicemail.end, 'key');
    assert.ok(kept.audio.equals(said));
  });

  test('at its greatest length', async () => {
    await using opened = await openVoicemailWorld({ service: { longestMs: 2_500 } });
    await using caller = await callIn(opened.world);
    await opened.recording();
    const said = speech(4_000, 7);
    await caller.send(caller.packets(said));
    await opened.world.caller.told.ends.next();
    const { cause } = await opened.world.record();
    assert.equal(cause, 'max_duration');
    const [kept] = await opened.kept();
    assert.ok(kept?.audio.equals(said.subarray(0, 20_000)));
  });

  test('after eight seconds in which nobody speaks, which is a missed call', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    await opened.recording();
    await caller.send(caller.packets(Buffer.alloc(8_400 * 8, silence.pcma)));
    await opened.world.caller.told.ends.next();
    await opened.world.record();
    assert.deepEqual(await opened.kept(), []);
    assert.equal(opened.world.missed.length, 1);
    assert.deepEqual(await opened.spool.list(), []);
  });

  test('without any audio after ten seconds', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    await opened.recording();
    await opened.world.caller.told.ends.next();
    assert.equal((await opened.world.record()).cause, 'media_timeout');
    assert.equal(opened.world.missed.length, 1);
    void caller;
  });

  test('before two seconds, which is a missed call', async () => {
    await using opened = await openVoicemailWorld();
    await using caller = await callIn(opened.world);
    const said = speech(1_900, 8);
    const packets = caller.packets(said);
    assert.equal(await leave(opened, caller, { packets, bytes: said.length }), undefined);
    assert.deepEqual(
      opened.world.missed.map(({ tellTo, cause }) => [tellTo, cause]),
      [['me@acme.example', 'caller_hung_up']],
    );
  });
});

suite('a caller who cannot be recorded', { timeout }, () => {
  test('hears 488 where neither law is spoken', async () => {
    await using opened = await openVoicemailWorld();
    const { world } = opened;
    dial(world.caller, world.hop, {
      uri: `sip:+${number}@127.0.0.1`,
      offer: describeVoice(40_000, 9),
    });
    const failure = await world.caller.told.failed.next();
    assert.ok(failure.kind === 'refused' && failure.status === 488);
    assert.match(failure.response.headers.get('warning') ?? '', /^305 /);
  });

  test('hears 503 where the disk takes nothing, and no file is left', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await using opened = await openVoicemailWorld({
      service: {
        recordings: {
          begin: () => Promise.reject(full),
          correct: async () => undefined,
          finish: async () => false,
          drop: async () => undefined,
        },
      },
    });
    const { world } = opened;
    dial(world.caller, world.hop, {
      uri: `sip:+${number}@127.0.0.1`,
      offer: describeVoice(40_000, 8),
    });
    const failure = await world.caller.told.failed.next();
    assert.ok(failure.kind === 'refused' && failure.status === 503);
    assert.equal((await world.record()).cause, 'overload');
  });

  test('is recorded by an offer of ours where he makes none', async () => {
    await using opened = await openVoicemailWorld();
    const { world } = opened;
    dial(world.caller, world.hop, { uri: `sip:+${number}@127.0.0.1`, offer: undefined });
    const { session, sdp } = await world.caller.told.answered.next();
    assert.match(sdp?.toString() ?? '', /m=audio \d+ RTP\/AVP 8 0 101/);
    session.acknowledge(describeVoice(40_000, 0));
    const { callId } = await opened.recording();
    assert.equal((await opened.spool.read(callId))?.header.law, 'pcmu');
    session.bye();
    await world.record();
  });
});

function header(accountId: number) {
  return {
    id: 77,
    accountId,
    numberId: 1,
    number,
    caller: '33612345678',
    callerName: 'Zoé',
    startedAtMs: 1_000,
    law: 'pcma' as const,
    mailTo: 'me@acme.example',
    language: 'en' as const,
    isSimulated: false,
  };
}

suite('what a crash has left', { timeout }, () => {
  test('becomes a message that was cut short, once, where it is long enough', async () => {
    await using opened = await openVoicemailWorld();
    const { spool, recordings, world } = opened;
    const said = speech(2_000, 9);
    const file = await spool.begin(header(world.accountId));
    await writeFile(file, said, { flag: 'a' });
    await spool.begin({ ...header(world.accountId), id: 78 });
    await writeFile(path.join(opened.folder, 'spool', '79.part'), 'damaged');
    recordings.start();
    while ((await spool.list()).length > 0) await systemClock.sleep(5);
    const [kept, ...others] = await opened.kept();
    assert.deepEqual(others, []);
    assert.equal(kept?.voicemail.end, 'cut short');
    assert.ok(kept.audio.equals(said));
  });

  test('goes where its message is stored already', async () => {
    await using opened = await openVoicemailWorld();
    const { spool, recordings, world } = opened;
    const said = speech(2_000, 9);
    await writeFile(await spool.begin(header(world.accountId)), said, { flag: 'a' });
    assert.equal(await recordings.finish(77, 'key'), true);
    await writeFile(await spool.begin(header(world.accountId)), said, { flag: 'a' });
    recordings.start();
    while ((await readdir(path.join(opened.folder, 'spool'))).length > 0) {
      await systemClock.sleep(5);
    }
    assert.equal((await opened.kept()).length, 1);
  });

  test('waits on the disk while the storage is away', async () => {
    let isAway = true;
    await using opened = await openVoicemailWorld();
    const store = opened.world.storage.voicemails;
    await using recordings = new Recordings({
      spool: opened.spool,
      store: {
        findVoicemail: (id) => store.findVoicemail(id),
        saveVoicemail: async (...given) => {
          if (isAway) throw new StorageUnavailable('away');
          return store.saveVoicemail(...given);
        },
      },
      jobIds: { take: () => 900 },
      clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) },
      log: openLog('silent'),
      isSole: true,
      saved: () => undefined,
    });
    await recordings.begin(header(opened.world.accountId));
    await writeFile(opened.spool.fileOf(77), speech(2_000, 9), { flag: 'a' });
    assert.equal(await recordings.finish(77, 'key'), true);
    assert.equal((await opened.spool.read(77))?.end, 'key');
    isAway = false;
    recordings.start();
    while ((await opened.kept()).length === 0) await systemClock.sleep(20);
    assert.equal((await opened.kept())[0]?.voicemail.end, 'key');
  });
});
