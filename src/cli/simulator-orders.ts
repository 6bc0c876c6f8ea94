/** `parley simulator reply|stop|long`: what a phone writes, which a running server carries out within a second. */
import { must } from '#core/assert.ts';
import { oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import type { HandsetMessage } from '#simulator/handset.ts';
import type { SimulatorOrder } from '#simulator/orders.ts';
import { septetsOf, writeGsm } from '#sms/text/gsm.ts';
import { type CommandContext, command, done, misused, type Outcome } from './command.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { ownNumber } from './written-values.ts';

const text: ValueKind<string> = {
  form: 'a text of at most 5000 characters',
  read: (written) => (written.length <= 5_000 ? written : undefined),
};

const from = needed(ownNumber, 'PHONE', 'Number of the phone, such as +33639980001.');
const to = needed(ownNumber, 'NUMBER', 'Your number that receives the message, such as 36180.');

const reply = command({
  name: 'simulator reply',
  sentence: 'Makes a phone of the built-in operator send a message to one of your numbers.',
  takes: {},
  options: {
    from,
    to,
    text: needed(text, 'TEXT', 'Text of the message; a long text is sent in several segments.'),
    encoding: maybe(
      oneOf('gsm', 'latin1', 'ucs2'),
      'NAME',
      'gsm, latin1 or ucs2. Default: gsm if it has all characters, else ucs2.',
    ),
    form: otherwise(
      'udh8',
      oneOf('udh8', 'udh16', 'payload'),
      'FORM',
      'How segments are numbered: udh8, udh16 or payload.',
    ),
    binary: toggle('Marks the content as binary data.'),
    partsLost: otherwise(0, wholeNumber(0, 254), 'COUNT', 'Segments that never arrive.'),
    shuffle: toggle('Segments arrive out of order.'),
  },
  async run({ text: written, encoding, binary, shuffle, ...rest }, context) {
    const isGsm = septetsOf(written) !== undefined;
    if (encoding === 'gsm' && !isGsm) return misused('The text has characters that gsm has not');
    const coded = encode(written, encoding ?? (isGsm ? 'gsm' : 'ucs2'));
    const dataCoding = binary ? binaryCoding : coded.dataCoding;
    return deliver({ ...rest, octets: coded.octets, dataCoding, shuffled: shuffle }, context);
  },
});

const stop = command({
  name: 'simulator stop',
  sentence: 'Makes a phone of the built-in operator send STOP to one of your numbers.',
  takes: {},
  options: { from, to },
  run: ({ from: phone, to: number }, context) => deliver(textFrom(phone, number, 'STOP'), context),
});

/** Three parts of GSM text. */
const longText = 'This is a long reply, written on a simulated phone. '.repeat(8);

const long = command({
  name: 'simulator long',
  sentence: 'Makes a phone of the built-in operator send a text of three segments.',
  takes: {},
  options: { from, to },
  run: ({ from: phone, to: number }, context) =>
    deliver(textFrom(phone, number, longText), context),
});

/** In GSM where it has all characters, else in UCS-2. */
export function textFrom(phone: string, number: string, written: string): HandsetMessage {
  const encoding = septetsOf(written) === undefined ? 'ucs2' : 'gsm';
  const whole = { form: 'udh8', partsLost: 0, shuffled: false } as const;
  return { from: phone, to: number, ...encode(written, encoding), ...whole };
}

const binaryCoding = 4;

type Coded = Pick<HandsetMessage, 'octets' | 'dataCoding'>;

/** SMPP 3.4 §5.2.19: 0 is the default alphabet, 3 Latin-1, 8 UCS-2. */
function encode(written: string, encoding: 'gsm' | 'latin1' | 'ucs2'): Coded {
  if (encoding === 'latin1') {
    return { octets: Buffer.from(written, 'latin1').toString('hex'), dataCoding: 3 };
  }
  if (encoding === 'ucs2') {
    return { octets: Buffer.from(written, 'utf16le').swap16().toString('hex'), dataCoding: 8 };
  }
  const octets = Buffer.alloc(must(septetsOf(written), 'GSM length of a GSM text'));
  writeGsm(written, octets, 0);
  return { octets: octets.toString('hex'), dataCoding: 0 };
}

function deliver(message: HandsetMessage, context: CommandContext): Promise<Outcome> {
  return order({ do: 'deliver', message }, context);
}

async function order(what: SimulatorOrder, { clock: now, open }: CommandContext): Promise<Outcome> {
  await using installation = await open();
  await installation.storage.simulator.addOrder(JSON.stringify(what), now.nowMs());
  return done('A running server applies it within a second.\n', { ordered: what });
}

export const simulatorOrders = [reply, stop, long];
