/** `parley simulator reply|stop|long|fault|clock|time`: what a running server carries out within a second. */
import { must } from '#core/assert.ts';
import { writtenDuration } from '#core/moment.ts';
import { oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import { faults } from '#simulator/faults.ts';
import type { HandsetMessage } from '#simulator/handset.ts';
import type { SimulatorOrder } from '#simulator/orders.ts';
import { septetsOf, writeGsm } from '#sms/text/gsm.ts';
import { moveTestTime, testTimeMsMax } from '#sms/waiting/test-time.ts';
import { authorNow } from './author.ts';
import { type CommandContext, command, done, misused, type Outcome } from './command.ts';
import { noAccount } from './no-account.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { id, ownNumber } from './written-values.ts';

const text: ValueKind<string> = {
  form: 'a text of at most 5000 characters',
  read: (written) => (written.length <= 5_000 ? written : undefined),
};

const from = needed(ownNumber, 'PHONE', 'Whose phone it is, such as +33639980001.');
const to = needed(ownNumber, 'NUMBER', 'The number of yours that it writes to, such as 36180.');

const reply = command({
  name: 'simulator reply',
  sentence: 'Has a phone of the built-in operator write to one of your numbers.',
  takes: {},
  options: {
    from,
    to,
    text: needed(text, 'TEXT', 'What it writes; more than one message holds goes in parts.'),
    encoding: maybe(
      oneOf('gsm', 'latin1', 'ucs2'),
      'NAME',
      'gsm, latin1 or ucs2. Default: gsm if it has all characters, else ucs2.',
    ),
    form: otherwise(
      'udh8',
      oneOf('udh8', 'udh16', 'payload'),
      'FORM',
      'udh8, udh16 or payload: how parts say what they are.',
    ),
    binary: toggle('Marks the octets as no text.'),
    partsLost: otherwise(0, wholeNumber(0, 254), 'COUNT', 'Parts that never arrive.'),
    shuffle: toggle('No part arrives in its place.'),
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
  sentence: 'Has a phone of the built-in operator write STOP to one of your numbers.',
  takes: {},
  options: { from, to },
  run: ({ from: phone, to: number }, context) => deliver(textFrom(phone, number, 'STOP'), context),
});

/** Three parts of GSM text. */
const longText = 'This is a long reply, written on a simulated phone. '.repeat(8);

const long = command({
  name: 'simulator long',
  sentence: 'Has a phone of the built-in operator write a text of three parts.',
  takes: {},
  options: { from, to },
  run: ({ from: phone, to: number }, context) =>
    deliver(textFrom(phone, number, longText), context),
});

const faultMs = 60_000;

const fault = command({
  name: 'simulator fault',
  sentence: 'Begins a fault of the built-in operator, which ends by itself.',
  takes: {},
  options: {
    set: needed(oneOf(...faults), 'FAULT', `One of ${faults.join(', ')}.`),
    for: maybe(writtenDuration, 'TIME', 'How long, such as 60s, 5m or 1h. Default: 60s.'),
  },
  run: ({ set, for: forMs = faultMs }, context) =>
    order({ do: 'fail', fault: set, forMs }, context, 'simulator.fault'),
});

const clock = command({
  name: 'simulator clock',
  sentence: 'Moves the clock of the built-in operator: receipts due by then come now.',
  takes: { by: needed(writtenDuration, 'TIME', 'How far, such as 30s, 1h or 3d.') },
  options: {},
  run: ({ by: byMs }, context) => order({ do: 'move clock', byMs }, context, 'simulator.clock'),
});

const time = command({
  name: 'simulator time',
  sentence:
    'Moves time on for test messages that wait: schedules, tries and validity come that much sooner.',
  takes: {},
  options: {
    by: needed(writtenDuration, 'TIME', 'How far, such as 1h or 3d.'),
    account: needed(id, 'ACCOUNT', 'Whose test messages; live ones are never touched.'),
  },
  async run({ by: byMs, account }, { clock: now, open }) {
    if (byMs > testTimeMsMax) return misused('Time is moved by 366 days at most');
    await using installation = await open();
    const { storage } = installation;
    if ((await storage.accounts.findAccount(account)) === undefined) return noAccount(account);
    const moved = await moveTestTime({ accountId: account, byMs }, storage, authorNow(now));
    const rest = moved.isCut ? ' More of them wait, and stayed as they were.' : '';
    return done(`Moved on for ${moved.parts} parts that wait.${rest}\n`, {
      account,
      byMs,
      ...moved,
    });
  },
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

/** With an action it changes the operator for everybody: that is audited, what a phone writes is not. */
async function order(
  what: SimulatorOrder,
  { clock: now, open }: CommandContext,
  action?: string,
): Promise<Outcome> {
  await using installation = await open();
  const { simulator, audit } = installation.storage;
  await simulator.addOrder(JSON.stringify(what), now.nowMs());
  if (action !== undefined) {
    const noted = { action, target: 'simulator', accountId: null, details: what };
    await audit.note(authorNow(now), noted);
  }
  return done('A running server does it within a second.\n', { ordered: what });
}

export const simulatorOrders = [reply, stop, long, fault, clock, time];
