/** The numbers of the built-in operator: each always does the same, so that a test can count on it. */
import type { ReceiptWord } from '#sms/smpp/receipt.ts';
import type { AnswerPlan, Behaviour, ReceiptPlan, Report } from './behaviour.ts';

export type SimulatedNumber = {
  readonly number: string;
  readonly description: string;
  readonly behaviour: Behaviour;
};

const secondMs = 1_000;
const soon = [1 * secondMs, 3 * secondMs] as const;

export function report(word: ReceiptWord, err: string, afterMs: Report['afterMs'] = soon): Report {
  return { word, err, afterMs };
}

const delivered: ReceiptPlan = {
  reports: [report('DELIVRD', '000')],
  form: 'full',
  way: 'any bind',
  copies: 1,
  parts: 'each',
};
export const noReceipt: ReceiptPlan = { ...delivered, reports: [] };

const accept: AnswerPlan = { kind: 'accept' };

/** A number that is not in the table. */
export const ordinary: Behaviour = { answer: accept, receipts: delivered };

function receipts(change: Partial<ReceiptPlan>): Behaviour {
  return { answer: accept, receipts: { ...delivered, ...change } };
}

function reports(...list: readonly Report[]): Behaviour {
  return receipts({ reports: list });
}

function answer(plan: AnswerPlan, plannedReceipts = delivered): Behaviour {
  return { answer: plan, receipts: plannedReceipts };
}

function refuse(status: number): Behaviour {
  return answer({ kind: 'refuse', status });
}

function reply(plan: Behaviour['reply']): Behaviour {
  return { ...ordinary, reply: plan };
}

/** The last two digits, what happens, and how. */
const rows: readonly (readonly [string, string, Behaviour])[] = [
  ['01', 'The receipt comes before the answer to the submit.', receipts({ way: 'in front' })],
  ['02', 'Delivered after 30 seconds.', reports(report('DELIVRD', '000', [30_000, 30_000]))],
  ['03', 'Delivered after 3 days.', reports(report('DELIVRD', '000', [259_200_000, 259_200_000]))],
  [
    '04',
    'First reported as ENROUTE, then delivered.',
    reports(report('ENROUTE', '000', [500, 500]), report('DELIVRD', '000')),
  ],
  ['05', 'Delivered; the receipt comes twice.', receipts({ copies: 2 })],
  [
    '06',
    'Delivered; the receipt comes on another bind, if any.',
    receipts({ way: 'another bind' }),
  ],
  ['07', 'Delivered; the receipt has TLVs and no text.', receipts({ form: 'TLVs only' })],
  [
    '08',
    'Delivered; the receipt has an odd text and no TLVs.',
    receipts({ form: 'odd text only' }),
  ],
  [
    '09',
    'Delivered; the id is hexadecimal in the answer and decimal in the receipt.',
    answer({ kind: 'accept in hexadecimal' }),
  ],
  ['10', 'Not delivered: UNDELIV.', reports(report('UNDELIV', '001'))],
  ['11', 'Not delivered: EXPIRED.', reports(report('EXPIRED', '027'))],
  ['12', 'Not delivered: REJECTD.', reports(report('REJECTD', '013'))],
  ['13', 'Not delivered: DELETED.', reports(report('DELETED', '030'))],
  ['14', 'Not delivered: UNKNOWN.', reports(report('UNKNOWN', '255'))],
  ['15', 'Accepted; no receipt ever comes.', answer(accept, noReceipt)],
  [
    '16',
    'Only the first part of a long message gets a receipt.',
    receipts({ parts: 'first only' }),
  ],
  ['20', 'Refused: 0x0B, invalid recipient.', refuse(0x0b)],
  ['21', 'Refused: 0x0A, invalid sender.', refuse(0x0a)],
  [
    '22',
    'Throttled with 0x58 for 10 seconds, then delivered.',
    answer({ kind: 'refuse for a time', status: 0x58, forMs: 10 * secondMs }),
  ],
  [
    '23',
    'Refused three times with 0x14, queue full, then delivered.',
    answer({ kind: 'refuse at first', status: 0x14, times: 3 }),
  ],
  [
    '24',
    'Refused once with 0x08, system error, then delivered.',
    answer({ kind: 'refuse at first', status: 0x08, times: 1 }),
  ],
  ['25', 'Refused: 0x45, submit failed.', refuse(0x45)],
  ['26', "Refused: 0x451, a vendor's own code.", refuse(0x451)],
  [
    '27',
    'Refused twice with 0x64, temporary, then delivered.',
    answer({ kind: 'refuse at first', status: 0x64, times: 2 }),
  ],
  [
    '30',
    'The submit is never answered: given up after three submits, a minute apart.',
    answer({ kind: 'never answer' }, noReceipt),
  ],
  [
    '31',
    'The submit is answered after 90 seconds.',
    answer({ kind: 'accept late', afterMs: 90 * secondMs }),
  ],
  [
    '32',
    'The operator takes the submit and closes the connection without an answer.',
    answer({ kind: 'close' }, noReceipt),
  ],
  [
    '33',
    'The operator reads and writes nothing more and keeps the connection open.',
    answer({ kind: 'go silent' }, noReceipt),
  ],
  [
    '34',
    'The operator unbinds before it has answered; then delivered.',
    answer({ kind: 'unbind' }),
  ],
  [
    '35',
    'Answered with a generic_nack, 0x03.',
    answer({ kind: 'generic_nack', status: 0x03 }, noReceipt),
  ],
  ['36', 'Answered with an invalid PDU length.', answer({ kind: 'garbage length' }, noReceipt)],
  [
    '37',
    'Accepted without a body, so without an id; no receipt can follow.',
    answer({ kind: 'accept without a body' }, noReceipt),
  ],
  [
    '38',
    'Answered in reverse order, three at a time.',
    answer({ kind: 'accept in reverse order' }),
  ],
  ['40', 'Delivered; the phone replies "Oui".', reply('Oui')],
  ['41', 'Delivered; the phone replies "STOP".', reply('STOP')],
  ['42', 'Delivered; a long reply in three parts, in order.', reply('long')],
  ['43', 'Delivered; a long reply, its parts shuffled.', reply('long, shuffled')],
  ['44', 'Delivered; a long reply of which one part is missing.', reply('long, one part missing')],
  ['45', 'Delivered; the reply has emoji.', reply('emoji')],
  ['46', 'Delivered; a long reply with a 16-bit reference.', reply('long, 16-bit reference')],
  ['47', 'Delivered; a long reply as message_payload.', reply('message_payload')],
  ['48', 'Delivered; the reply is written like a receipt of failure.', reply('like a receipt')],
  ['49', 'Delivered; the phone sends the message back.', reply('echo')],
];

/** For people: what `parley simulator numbers` prints. */
export const simulatedNumbers: readonly SimulatedNumber[] = [
  {
    number: '+33639980000',
    description:
      'Delivered after 1 to 3 seconds, as is +33639980001 to +33639980099 and any number not listed here.',
    behaviour: ordinary,
  },
  ...rows.map(([digits, description, behaviour]) => ({
    number: `+336399801${digits}`,
    description,
    behaviour,
  })),
];

const byDigits = new Map(
  simulatedNumbers.map(({ number, behaviour }) => [number.slice(1), behaviour]),
);

/** What a number does, as a submit names it: digits, with a plus or without. */
export function behaviourOf(address: string): Behaviour {
  return byDigits.get(address.replace(/^\+/, '')) ?? ordinary;
}
