/** SMPP from both sides: a customer that binds to us, and an operator that we bind to. */
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { headerBytes } from '#sms/smpp/framer.ts';
import { pdu } from '#test/harness/smpp-session.ts';
import type { Driver } from './driver.ts';
import { isHealthy } from './http.ts';
import { exchange } from './tcp.ts';
import type { World } from './world.ts';

const question = encodePdu(pdu('enquire_link', 0xfff_0000));
const answer = encodePdu(pdu('enquire_link_resp', 0xfff_0000));
const perTurn = 25;
/** Of so many connections one gets octets as they are, with lengths that are not true. */
const rawEach = 10;
const patienceMs = 3_000;
const unbindIds = new Set([0x06, 0x8000_0006]);

function isAnswered(heard: Buffer): boolean {
  return heard.includes(answer);
}

/** With its true length, so that what is behind it is read as well; and no unbind, which would end it all. */
function framed(octets: Buffer): Buffer {
  const whole =
    octets.length < headerBytes
      ? Buffer.concat([octets, Buffer.alloc(headerBytes - octets.length)])
      : octets;
  whole.writeUInt32BE(whole.length);
  if (unbindIds.has(whole.readUInt32BE(4))) whole.writeUInt32BE(0x15, 4);
  return whole;
}

function bindOf({ smppUser }: World): Buffer {
  const { systemId, password } = smppUser;
  return encodePdu(pdu('bind_transceiver', 1, { systemId, password, interfaceVersion: 0x34 }));
}

const inputs: Driver['inputs'] = () => ({
  like: ['smpp-pdu', 'smpp-deliver'],
  sources: 'src/sms/smpp',
  seeds: [],
});

export const smppServer: Driver = {
  name: 'smpp-server',
  protocol: 'smpp',
  lanes: 16,
  inputs,
  turn: async (world, feed) => {
    const dial = { port: world.ports.smpp, from: feed.stranger(), patienceMs };
    const isRaw = feed.random.below(rawEach) === 0;
    const bind = feed.random.below(4) === 0 ? [] : [bindOf(world)];
    const pdus = isRaw ? [feed.next()] : feed.some(perTurn, framed);
    const heard = await exchange(
      isRaw ? { ...dial, patienceMs: 50 } : dial,
      Buffer.concat([...bind, ...pdus, question]),
      isAnswered,
    );
    feed.took(isAnswered(heard) ? pdus.length : 1);
  },
  probe: async (world) => {
    const dial = { port: world.ports.smpp, patienceMs: 10_000 };
    return isAnswered(await exchange(dial, Buffer.concat([bindOf(world), question]), isAnswered));
  },
};

export const smppClient: Driver = {
  name: 'smpp-client',
  protocol: 'smpp',
  lanes: 8,
  inputs,
  turn: async ({ operator }, feed) => {
    const link = await operator.link(patienceMs);
    if (link === undefined) return;
    const isRaw = feed.random.below(20 * rawEach) === 0;
    const pdus = isRaw ? [feed.next()] : feed.some(perTurn, framed);
    const isHeard = await link.say(Buffer.concat([...pdus, question]), isAnswered, patienceMs);
    feed.took(isHeard ? pdus.length : 1);
  },
  probe: isHealthy,
};

/** What an operator says to a bind, or to an enquire_link. */
export function operatorAnswer(octets: Buffer): Buffer | undefined {
  const decoded = decodePdu(octets);
  if (decoded.kind !== 'pdu') return undefined;
  const { command, sequence } = decoded.pdu;
  if (command === 'enquire_link') return encodePdu(pdu('enquire_link_resp', sequence));
  if (command !== 'bind_transceiver') return undefined;
  return encodePdu(pdu('bind_transceiver_resp', sequence, { systemId: 'OPERATOR' }));
}
