/** A call spoken from a page: the WebSocket, the built-in phones, SIP, RTP and voicemail of a whole program. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { readWav } from '#numbers/sip/media/wav.ts';
import { isLoud, tone } from '#simulator/phones/sounds.ts';
import { Browser } from '#test/harness/browser.ts';
import { LineClient } from '#test/harness/line-client.ts';
import { openApp } from '#test/harness/open-app.ts';
import { pause, until } from '#test/harness/pause.ts';
import { toneStrength } from '#test/harness/tones.ts';
import { exchange } from '../fuzz/sockets/tcp.ts';

const number = '33639981000';
const caller = '33639980007';
const other = '33639980008';
const account = '/api/accounts/1';

const hasWholeHead = (heard: Buffer): boolean => heard.includes('\r\n\r\n');

async function openWorld(threads = '1') {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(
    await openApp({
      PARLEY_SIP_LISTEN: '127.0.0.1:0',
      PARLEY_RTP_PORTS: '46200-46399',
      PARLEY_THREADS: threads,
    }),
  );
  const browser = new Browser(app.url);
  const token = /\/setup#(?<token>\S+)/.exec(app.app.banner)?.groups?.['token'];
  const password = 'a long sentence is a good password';
  const person = { token, email: 'ada@example.com', name: 'Ada', password };
  assert.equal((await browser.post('/api/operations/setup-make', person)).status, 200);
  const opened = stack.move();
  const headers = () => ({
    origin: app.url,
    cookie: browser.cookieHeader,
  });
  const open = (changes: Readonly<Record<string, string>> = {}) =>
    LineClient.open(`${app.url.replace('http', 'ws')}${account}/operations/simulator-call`, {
      ...headers(),
      ...changes,
    });
  return {
    app,
    browser,
    open,
    async line(): Promise<LineClient> {
      const line = await open();
      if (typeof line === 'number') throw new Error(`The line is refused: ${line}`);
      return line;
    },
    /** Octets behind the handshake of a line, and what came back. */
    async speak(octets: Buffer): Promise<string> {
      const { host, port } = new URL(app.url);
      const head = [
        `GET ${account}/operations/simulator-call HTTP/1.1`,
        `Host: ${host}`,
        ...Object.entries(headers()).map(([name, value]) => `${name}: ${value}`),
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ];
      const dial = {
        port: Number(port),
        patienceMs: 5_000,
        later: { isReady: hasWholeHead, octets },
      };
      const heard = await exchange(dial, Buffer.from(`${head.join('\r\n')}\r\n\r\n`));
      return heard.toString('latin1');
    },
    async rule(way: { readonly to: string } | { readonly voicemail: string }): Promise<void> {
      const wish = { number, replace: true, ...way };
      const reply = await browser.post(`${account}/operations/number-forward`, wish);
      assert.equal(reply.status, 200, reply.text);
    },
    async voicemail(): Promise<Int16Array> {
      const [kept] = await until(async () => {
        const { body } = await browser.get(`${account}/operations/voicemail-list`);
        const { voicemails } = body as { voicemails: { id: number; caller: string }[] };
        return voicemails.length > 0 ? voicemails : undefined;
      });
      assert.equal(kept?.caller.replaceAll(' ', ''), `+${caller}`);
      const file = await fetch(
        `${app.url}${account}/operations/voicemail-play?message=${kept.id}`,
        {
          headers: headers(),
        },
      );
      const read = readWav(Buffer.from(await file.arrayBuffer()), 300);
      assert.ok(read.ok, 'the message is no sound');
      return read.wav.pcm;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function callFrom(world: World): Promise<LineClient> {
  const line = await world.line();
  line.order({ do: 'call', from: caller, to: number });
  await line.hears('caller', 'calling');
  await line.hears('caller', 'ringing');
  return line;
}

const loudMs = (pcm: Int16Array): number => {
  let loud = 0;
  for (let at = 0; at < pcm.length; at += 160) {
    if (isLoud(pcm.subarray(at, at + 160))) loud += 20;
  }
  return loud;
};

/** The first sample of what is loud. */
function loudFrom(pcm: Int16Array): number {
  let at = 0;
  while (at < pcm.length && !isLoud(pcm.subarray(at, at + 160))) at += 160;
  return at;
}

/** In pieces of 100 ms, of which half are louder: a frame that comes late moves the phase of all behind it. */
function usualStrength(samples: Int16Array, hertz: number): number {
  const pieces = Array.from({ length: Math.floor(samples.length / 800) }, (_, n) =>
    toneStrength(samples.subarray(n * 800, (n + 1) * 800), hertz),
  );
  return pieces.toSorted((a, b) => a - b)[Math.floor(pieces.length / 2)] ?? 0;
}

/** Until the greeting and its tone are over: nothing is heard for a second after something was. */
async function untilQuiet(line: LineClient): Promise<void> {
  await until(async () => {
    const { heard } = line;
    const isGreeted = loudMs(heard) > 1_000;
    return isGreeted && loudMs(heard.subarray(-8_000)) === 0 ? true : undefined;
  });
}

async function leavesAMessage(threads: string): Promise<void> {
  await using world = await openWorld(threads);
  await world.rule({ voicemail: 'me@acme.example' });
  await using line = await callFrom(world);
  await line.hears('caller', 'answered');
  await untilQuiet(line);
  await line.speak(tone(3_000));
  line.order({ do: 'press', key: '#' });
  assert.deepEqual(await line.hears('caller', 'hung up'), {
    side: 'caller',
    what: 'hung up',
    by: 'the other side',
  });
  assert.equal(await line.closed, 1_000);
  const kept = await world.voicemail();
  // On a busy machine the recording has begun seconds before somebody speaks.
  const spoken = kept.subarray(loudFrom(kept)).subarray(0, 16_000);
  assert.ok(usualStrength(spoken, 440) > 4_000, 'the tone is kept');
  assert.ok(loudMs(kept) >= 2_500, `${loudMs(kept)} ms of it`);
}

async function ringsAnother(threads: string): Promise<void> {
  await using world = await openWorld(threads);
  await world.rule({ to: `+${other}` });
  await using line = await callFrom(world);
  const rings = await line.hears('called', 'rings');
  assert.ok('from' in rings && rings.from === caller);
  line.order({ do: 'answer' });
  await line.hears('called', 'answered');
  await line.hears('caller', 'answered');
  await line.speak(tone(2_000));
  const echo = line.heard;
  assert.ok(toneStrength(echo.subarray(-8_000), 440) > 3_000, 'the other phone repeats');
  line.order({ do: 'press', key: '5' });
  assert.deepEqual(await line.hears('called', 'hears key'), {
    side: 'called',
    what: 'hears key',
    key: '5',
  });
  line.order({ do: 'take', side: 'called' });
  await line.speak(tone(2_000));
  assert.ok(toneStrength(line.heard.subarray(-8_000), 440) > 3_000, 'now the caller repeats');
  line.order({ do: 'hang up', side: 'called' });
  assert.partialDeepStrictEqual(await line.hears('called', 'hung up'), { by: 'this phone' });
  assert.partialDeepStrictEqual(await line.hears('caller', 'hung up'), { by: 'the other side' });
  assert.equal(await line.closed, 1_000);
}

suite('a phone in the hands of a page, of whose program calls have a thread of their own', () => {
  test('leaves a message', () => leavesAMessage('3'));

  test('rings another one, which answers and may be taken in hand', () => ringsAnother('3'));
});

suite('a phone in the hands of a page', () => {
  test('leaves a message: the greeting is heard, and what was said is what is kept', () =>
    leavesAMessage('1'));

  test('says a sentence that is shipped where there is no microphone', async () => {
    await using world = await openWorld();
    await world.rule({ voicemail: 'me@acme.example' });
    await using line = await callFrom(world);
    await line.hears('caller', 'answered');
    await untilQuiet(line);
    line.order({ do: 'speak sample', language: 'fr' });
    // What a microphone brings meanwhile does not cut it.
    await line.speak(new Int16Array(8_000 * 7));
    line.order({ do: 'hang up', side: 'caller' });
    await line.hears('caller', 'hung up');
    const kept = loudMs(await world.voicemail());
    assert.ok(kept > 3_000, `${kept} ms of the sentence`);
  });

  test('rings another one, which answers, repeats what it hears, and may be taken in hand', () =>
    ringsAnother('1'));

  test('rings another one, which declines', async () => {
    await using world = await openWorld();
    await world.rule({ to: `+${other}` });
    await using line = await callFrom(world);
    await line.hears('called', 'rings');
    line.order({ do: 'decline' });
    await line.hears('called', 'refused');
    assert.partialDeepStrictEqual(await line.hears('caller', 'refused'), { status: 603 });
  });

  test('stops ringing when its caller gives up, and when the page goes away', async () => {
    await using world = await openWorld();
    await world.rule({ to: `+${other}` });
    {
      await using line = await callFrom(world);
      await line.hears('called', 'rings');
      line.order({ do: 'hang up', side: 'caller' });
      await line.hears('called', 'hung up');
      await line.hears('caller', 'hung up');
    }
    {
      await using line = await callFrom(world);
      await line.hears('called', 'rings');
    }
    const phones = must(world.app.app.phones, 'phones');
    await until(async () => (phones.live.length === 0 ? true : undefined));
  });

  test('is for pages of ours, for people who are signed in, and for their own numbers', async () => {
    await using world = await openWorld();
    assert.equal(await world.open({ origin: 'http://elsewhere.example' }), 403);
    assert.equal(await world.open({ origin: 'null' }), 403);
    assert.equal(await world.open({ 'sec-fetch-site': 'cross-site' }), 403);
    assert.equal(await world.open({ cookie: '' }), 401);
    const plain = await world.browser.get(`${account}/operations/simulator-call`);
    assert.deepEqual([plain.status, plain.word], [426, 'request opens no WebSocket']);
    const refused: [string, string, string][] = [
      [caller, '33755009999', 'the number is not of this account'],
      ['33612345678', number, 'the caller is no test phone'],
    ];
    for (const [from, to, why] of refused) {
      await using line = await world.line();
      line.order({ do: 'call', from, to });
      assert.deepEqual(await line.told.caller.next(), { side: 'caller', what: 'failed', why });
      assert.equal(await line.closed, 1_000);
    }
  });

  test('that is turned away may send what no frame is', async () => {
    await using world = await openWorld();
    await using first = await world.line();
    await using second = await world.line();
    const heard = await world.speak(Buffer.from('82ffffffffffffffffff', 'hex'));
    assert.match(heard, /^HTTP\/1\.1 101 /);
    assert.equal((await world.browser.get('/healthz')).status, 200);
    for (const line of [first, second]) {
      line.sendRaw('{"do":"fly"}');
      assert.equal(await line.closed, 1_008);
    }
  });

  test('has bounds: lines of an account, sizes, and sense', async () => {
    await using world = await openWorld();
    await using first = await world.line();
    await using second = await world.line();
    await using third = await world.line();
    assert.equal(await third.closed, 4_429);
    first.sendRaw('{"do":"fly"}');
    assert.equal(await first.closed, 1_008);
    second.sendRaw(Buffer.alloc(10_000));
    assert.equal(await second.closed, 1_009);
    await until(async () => {
      await using again = await world.line();
      again.sendRaw(Buffer.alloc(3));
      return (await again.closed) === 1_008 ? true : undefined;
    });
    await using fast = await until(async () => {
      const line = await world.line();
      line.sendRaw('{"do":"answer"}');
      await pause(50);
      return line;
    });
    for (let count = 0; count < 2_000; count += 1) fast.sendRaw(Buffer.alloc(320));
    assert.equal(await fast.closed, 1_008);
  });
});
