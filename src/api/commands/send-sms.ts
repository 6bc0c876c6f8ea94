/** `POST /v1/send`: reads the request, hands it to the engine, tells what it said. */

import { transliterations } from '#accounts/account.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Answer, type Refusal, succeed } from '#api/reply.ts';
import { firstReply } from '#core/accept.ts';
import type { Clock } from '#core/clock.ts';
import type { IdempotencyStore } from '#core/idempotency.ts';
import { toNumber } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import { messageClasses } from '#sms/message.ts';
import type { SendReply, SendRequest, Sent } from '#sms/send-request.ts';
import {
  type AskedSender,
  findTextFault,
  readOwnNumber,
  readSender,
  tagCharactersMax,
  writeOut,
} from '#sms/sending/asked-send.ts';
import { formatLocalTime } from './account-time.ts';
import type { Call, Run } from './command.ts';
import { isKeyed, readIdempotency } from './idempotency.ts';
import { type PreviewPorts, preview } from './preview-answer.ts';
import { type GroupPorts, groupField, type Recipients, readRecipients } from './recipients.ts';
import { readSchedule } from './schedule.ts';
import { readUrl, readValidity, type UrlVerdict } from './send-options.ts';
import { sendRefusal } from './send-refusal.ts';

export type SendPorts = PreviewPorts &
  GroupPorts & {
    readonly send: (request: SendRequest) => Promise<SendReply>;
    readonly checkUrl: (text: string) => UrlVerdict;
    readonly clock: Clock;
  };

export type RepeatPorts = { readonly replies: IdempotencyStore };

export function sendSms(ports: SendPorts & RepeatPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const reading = readSend(fields, call, ports);
    const request = reading instanceof Promise ? await reading : reading;
    const isDry = fields.flag('dryRun');
    const { refusal } = fields;
    const repeated = refusal !== undefined && !isDry && (await repeatOf(request, refusal, ports));
    if (repeated) return tell(repeated, call);
    if (refusal !== undefined) return refusal;
    return isDry ? preview(request, call, ports) : tell(await ports.send(request), call);
  };
}

/** Of a request that is well-formed, and whose groups were not what they are when it was accepted. */
async function repeatOf(
  { caller, idempotency }: SendRequest,
  { problems }: Refusal,
  ports: RepeatPorts & Pick<SendPorts, 'clock'>,
): Promise<SendReply | undefined> {
  if (idempotency === undefined || problems.some(({ field }) => field !== groupField))
    return undefined;
  return firstReply<Sent>(caller.account.id, idempotency, ports);
}

function tell(reply: SendReply, call: Call): Answer {
  return reply.ok ? toSentJson(reply.sent) : sendRefusal(reply.refusal, call);
}

/** Reads every field, so that a client hears of all that is wrong; while any is, the result is not used. At once where no groups are named. */
export function readSend(
  fields: Fields,
  call: Call,
  ports: SendPorts,
): SendRequest | Promise<SendRequest> {
  const { caller, requestId, clientRequestId } = call;
  const complete = ({ phones, asked }: Recipients): SendRequest => {
    const text = readText(fields);
    const options = readOptions(fields, call, ports);
    const idempotency = isKeyed(fields, call)
      ? readIdempotency(fields, call, { ...asked, text, ...options })
      : undefined;
    // What is spread stands first: behind another member V8 copies one by one.
    return { ...options, phones, text, caller, requestId, clientRequestId, idempotency };
  };
  const recipients = readRecipients(fields, call, ports);
  return recipients instanceof Promise ? recipients.then(complete) : complete(recipients);
}

/** All but the phones and their text. */
export function readOptions(fields: Fields, call: Call, ports: SendPorts) {
  const { sender, senderAtHome } = readAskedSender(fields, call.caller.account.homeCountry);
  const read = {
    sender,
    senderAtHome,
    saysStop: fields.flag('isStopSms'),
    tag: fields.label('tag', tagCharactersMax) ?? '',
    class: fields.oneOf('priority', messageClasses),
    grade: fields.wholeNumber('gamme', 1, 2) as SendRequest['grade'],
    forceUnicode: fields.flag('isUnicode'),
    transliterate: fields.oneOf('transliterate', transliterations),
    marketing: fields.flag('marketing'),
    sandbox: fields.flag('sandbox'),
    validityMs: readValidity(fields),
    // One that repeats itself may come after its time: the engine knows whether it was accepted.
    scheduledAtMs: readSchedule(fields, {
      nowMs: ports.clock.nowMs(),
      mayBePast: isKeyed(fields, call),
    }),
  };
  const { reportUrl, replyUrl } = readUrls(fields, ports);
  return { ...read, reportUrl, replyUrl };
}

export function readText(fields: Fields): string {
  const written = fields.requiredText('message', 'message is missing');
  if (written === undefined) return '';
  const fault = findTextFault(written);
  if (fault !== undefined) fields.refuse(fault.why, 'message', fault.params);
  return writeOut(written);
}

function readAskedSender(fields: Fields, homeCountry: string): AskedSender {
  const number = fields.text('virtualNumber');
  const written = number ?? fields.text('sender');
  if (written === undefined) return { sender: undefined };
  const read = number === undefined ? readSender : readOwnNumber;
  const asked = read(written, homeCountry);
  if (asked !== undefined) return asked;
  if (number === undefined) fields.refuse('sender is malformed', 'sender');
  else fields.refuse('virtual number is not yours', 'virtualNumber');
  return { sender: undefined };
}

/** Where reports go, and replies. */
function readUrls(fields: Fields, ports: SendPorts): Pick<SendRequest, 'reportUrl' | 'replyUrl'> {
  const forReplies = readUrl('urlResponse', fields, ports);
  const forReports = readUrl('urlDlr', fields, ports);
  const forBoth = readUrl('webhookUrl', fields, ports);
  return { reportUrl: forReports ?? forBoth, replyUrl: forReplies ?? forBoth };
}

function toSentJson(sent: Sent): Answer {
  const { messageId, parts, cost, currency, stopped, transliterated } = sent;
  return succeed({
    message_id: messageId,
    nb_sms: parts,
    cost: toNumber(cost),
    currency,
    ...delayToJson(sent),
    ...(stopped !== undefined && { stopSms: stopped.map(formatPhone) }),
    ...(transliterated !== undefined && { message: transliterated }),
  });
}

/** Why a message does not leave at once; nothing where it does. */
export function delayToJson({ scheduledAtMs, deferredUntilMs, held }: Sent) {
  return {
    ...(scheduledAtMs !== null && { scheduledDeliveryDate: formatLocalTime(scheduledAtMs) }),
    ...(deferredUntilMs !== null && { deferredUntil: formatLocalTime(deferredUntilMs) }),
    ...(held && { held }),
  };
}
