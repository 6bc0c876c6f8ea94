/** SIP by datagrams, by TCP and by TLS. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { number } from '#test/harness/call-world.ts';
import { sipText } from '#test/harness/sip-messages.ts';
import { offerSdp } from '#test/harness/sip-phones.ts';
import type { Driver } from './driver.ts';
import type { Feed } from './feed.ts';
import { exchange } from './tcp.ts';

const perTurn = 60;
/** Of so many connections one gets octets as they are. */
const rawEach = 8;
const patienceMs = 2_000;
const probeMs = 10_000;
let asked = 0;

/** A call to the number that takes messages, from a phone whose address everything is answered to. */
const invite = sipText({
  start: `INVITE sip:+${number}@127.0.0.1 SIP/2.0`,
  fields: {
    Via: 'SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bKinvite',
    Contact: '<sip:stranger@127.0.0.1:5060>',
    'Call-ID': 'invite',
  },
  lines: ['Content-Type: application/sdp', `Content-Length: ${offerSdp.length}`],
  body: offerSdp.toString('latin1'),
});

const inputs: Driver['inputs'] = () => ({
  like: ['sip-message', 'sip-stream'],
  sources: 'src/numbers/sip',
  seeds: [invite],
});

/** A question whose answer is known by its Call-ID. */
function question(
  transport: string,
  place: string,
): { readonly octets: Buffer; readonly callId: string } {
  const callId = `probe-${asked++}`;
  const fields = {
    Via: `SIP/2.0/${transport} ${place};rport;branch=z9hG4bK${callId}`,
    'Call-ID': callId,
    'Content-Length': '0',
  };
  return { octets: sipText({ start: 'OPTIONS sip:127.0.0.1 SIP/2.0', fields }), callId };
}

/** In order, because loopback keeps it: once the question is answered, what went before it has been read. */
async function ask(
  from: string,
  port: number,
  before: readonly Buffer[],
  waitMs: number,
): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.bind(0, from);
  await once(socket, 'listening');
  const { octets, callId } = question('UDP', `${from}:${socket.address().port}`);
  const heard = hears(socket, callId, waitMs);
  for (const each of [...before, octets]) socket.send(each.subarray(0, 65_000), port, '127.0.0.1');
  const isAnswered = await heard;
  socket.close();
  return isAnswered;
}

function isOverloaded(heard: Buffer): boolean {
  return heard.includes('SIP/2.0 503');
}

function hears(socket: Socket, callId: string, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    socket.on('message', (octets) => {
      if (!octets.includes(callId)) return;
      clearTimeout(timer);
      resolve(!isOverloaded(octets));
    });
  });
}

export const sipUdp: Driver = {
  name: 'sip-udp',
  protocol: 'sip',
  lanes: 4,
  inputs,
  turn: async ({ ports }, feed) => {
    const isAnswered = await ask(
      feed.stranger(),
      ports.sipUdp,
      feed.some(perTurn, (octets) => anew(octets, feed)),
      patienceMs,
    );
    // Else the receiver's buffer may have been full.
    if (isAnswered) feed.took(perTurn);
  },
  probe: ({ ports }) => ask('127.0.0.1', ports.sipUdp, [], probeMs),
};

export const sipTcp = byStream('sip-tcp', false);
export const sipTls = byStream('sip-tls', true);

function byStream(name: string, tls: boolean): Driver {
  const transport = tls ? 'TLS' : 'TCP';
  const dialOf = (world: {
    readonly ports: { readonly sipTls: number; readonly sipTcp: number };
  }) => ({
    port: tls ? world.ports.sipTls : world.ports.sipTcp,
    tls,
  });
  return {
    name,
    protocol: 'sip',
    lanes: 24,
    inputs,
    turn: async (world, feed) => {
      const from = feed.stranger();
      const asking = question(transport, from);
      const isRaw = feed.random.below(rawEach) === 0;
      const shape = (octets: Buffer): Buffer => framed(anew(octets, feed));
      const messages = isRaw ? [feed.next()] : feed.some(perTurn, shape);
      const dial = { ...dialOf(world), from, patienceMs: isRaw ? 50 : patienceMs };
      const isAnswer = (heard: Buffer): boolean => heard.includes(asking.callId);
      const heard = await exchange(dial, Buffer.concat([...messages, asking.octets]), isAnswer);
      feed.took(isAnswer(heard) ? messages.length : 1);
    },
    probe: async (world) => {
      const { octets, callId } = question(transport, '127.0.0.1');
      const isAnswer = (heard: Buffer): boolean => heard.includes(callId) && !isOverloaded(heard);
      return isAnswer(await exchange({ ...dialOf(world), patienceMs: probeMs }, octets, isAnswer));
    },
  };
}

/** Transactions are kept for 32 s, and 100,000 of them are all there may be: one in four begins a new one. */
const newEach = 4;

/** What has a branch and a Call-ID that came before is taken for a repeat: some get their own. */
function anew(octets: Buffer, { random }: Feed): Buffer {
  if (random.below(newEach) > 0) return octets;
  const id = `fuzz${asked++}`;
  const text = octets
    .toString('latin1')
    .replace(/z9hG4bK\w*/, `z9hG4bK${id}`)
    .replace(/^(call-id|i)[ \t]*:.*$/im, `$1: ${id}`);
  return Buffer.from(text, 'latin1');
}

const startForm = /^(?:[\w-]+ \S.* SIP\/2\.0|SIP\/2\.0 \d+ .*)$/i;
const start = 'OPTIONS sip:127.0.0.1 SIP/2.0';

/** With a first line and a length that are true, so that what is behind it is read as well. */
function framed(octets: Buffer): Buffer {
  const text = octets.toString('latin1').replace(/^[\r\n]+/, '');
  const end = text.indexOf('\r\n\r\n');
  const body = end < 0 ? '' : text.slice(end + 4);
  const [first = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split(/\r\n|\n|\r/);
  const fields = lines.filter((line) => line !== '' && !/^(?:content-length|l)[ \t]*:/i.test(line));
  const head = [startForm.test(first) ? first : start, ...fields, `Content-Length: ${body.length}`];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}
