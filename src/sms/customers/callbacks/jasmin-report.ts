/** A delivery report as Jasmin tells it: the fields of its form. */

import type { SmsReportFact } from '#sms/report-maker.ts';
import { receiptDate } from '#sms/smpp/receipt.ts';
import type { SubmittedMessage } from '#sms/submission.ts';
import { errorDigits, receiptWordOf } from '../receipt-pdu.ts';
import { messageUuid } from './message-uuid.ts';
import { neverTaken } from './never-taken.ts';

/** Which connector of Jasmin's would have sent it. */
const connector = 'parley';

/** Undefined where the level leaves this report out. */
export function jasminFields(
  fact: SmsReportFact,
  submitted: SubmittedMessage,
  level: 1 | 2 | 3,
): URLSearchParams | undefined {
  if (fact.status === 'waiting' && level === 1) return undefined;
  const isAnswer = level === 1 || (level === 3 && neverTaken(fact));
  return new URLSearchParams(isAnswer ? answerOf(fact) : reportOf(fact, submitted));
}

type Fields = Readonly<Record<string, string>>;

/** What the operator said to the submit; told with the message's end. */
function answerOf(fact: SmsReportFact): Fields {
  const id = messageUuid(fact.messageId);
  return { id, message_status: answerWord(fact), level: '1', connector };
}

function reportOf(fact: SmsReportFact, { acceptedAtMs, text }: SubmittedMessage): Fields {
  const word = receiptWordOf(fact);
  return {
    id: messageUuid(fact.messageId),
    id_smsc: String(fact.messageId),
    message_status: word,
    level: '2',
    connector,
    subdate: receiptDate(acceptedAtMs),
    donedate: receiptDate(fact.atMs),
    sub: '001',
    dlvrd: word === 'DELIVRD' ? '001' : '000',
    err: errorDigits(fact),
    text: text.slice(0, shownCharacters),
  };
}

const shownCharacters = 20;

function answerWord(fact: SmsReportFact): string {
  if (!neverTaken(fact)) return 'ESME_ROK';
  const code = /^refused_0x(?<hex>[0-9a-f]+)$/.exec(fact.word)?.groups?.['hex'] ?? '';
  return statusNames[Number.parseInt(code, 16)] ?? 'ESME_RSUBMITFAIL';
}

/** SMPP 3.4 §5.1.3, as far as a submit is answered so. */
const statusNames: Readonly<Record<number, string>> = {
  1: 'ESME_RINVMSGLEN',
  8: 'ESME_RSYSERR',
  10: 'ESME_RINVSRCADR',
  11: 'ESME_RINVDSTADR',
  20: 'ESME_RMSGQFUL',
  67: 'ESME_RINVESMCLASS',
  69: 'ESME_RSUBMITFAIL',
  88: 'ESME_RTHROTTLED',
  97: 'ESME_RINVSCHED',
  98: 'ESME_RINVEXPIRY',
  100: 'ESME_RX_T_APPN',
  101: 'ESME_RX_P_APPN',
};
