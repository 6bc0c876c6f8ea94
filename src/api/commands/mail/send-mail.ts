/** `POST /mail/v1/send`: reads the request, hands it to the engine, tells what it said. */

import type { Fields } from '#api/parameters/fields.ts';
import type { Parameters } from '#api/parameters/parameters.ts';
import type { Problem, Refusal } from '#api/reply.ts';
import { type Answer, succeed } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { toNumber } from '#core/money.ts';
import type { Params } from '#core/words.ts';
import {
  fingerprintOfFile,
  leadsToUnsubscribing,
  mailTagCharactersMax,
  ofOctets,
  readMailBody,
  readMailSubject,
} from '#mail/sending/asked-email.ts';
import type {
  EmailRefusal,
  EmailReplyToClient,
  EmailRequest,
  EmailSent,
} from '#mail/sending/email-request.ts';
import { mailRefusalParams } from '#mail/sending/refusal-params.ts';
import { formatLocalTime } from '../account-time.ts';
import type { Call, Run } from '../command.ts';
import { isKeyed, readIdempotency } from '../idempotency.ts';
import { readSchedule } from '../schedule.ts';
import { readUrl, readValidity, type UrlPorts } from '../send-options.ts';
import { readRecipients, readReplyTo, readSender } from './mail-addresses.ts';
import { readAttachments } from './mail-attachments.ts';
import { mailFields } from './mail-fields.ts';
import { readHeaders } from './mail-headers.ts';
import { checkSubject, readVariables } from './mail-variables.ts';

export type SendMailPorts = UrlPorts & {
  readonly sendMail: (request: EmailRequest) => Promise<EmailReplyToClient>;
  readonly clock: Clock;
};

const metadataBytesMax = 4_096;
const streamCharactersMax = 64;

export function sendMail(ports: SendMailPorts): Run {
  return async (call) => {
    const fields = mailFields(call);
    const request = readEmail(fields, call, ports);
    if (fields.refusal !== undefined) return fields.refusal;
    const reply = await ports.sendMail(request);
    return reply.ok ? toSentJson(reply.sent) : mailRefusal(reply.refusal, call);
  };
}

/** Reads every field, so that a client hears of all that is wrong; while any is, the result is not used. */
function readEmail(fields: Fields, call: Call, ports: UrlPorts & Pick<SendMailPorts, 'clock'>) {
  const { caller, requestId, clientRequestId } = call;
  const html = readBody(fields, 'htmlContent', 'html content is missing') ?? '';
  const rest = {
    html,
    subject: readSubject(fields),
    ...readRecipients(fields),
    from: readSender(fields),
    replyTo: readReplyTo(fields),
    text: readBody(fields, 'textContent'),
    headers: readHeaders(fields),
    variables: readVariables(fields.value('variables'), fields, 'variables'),
    metadata: readMetadata(fields),
    tag: fields.label('tag', mailTagCharactersMax) ?? '',
    stream: readStream(fields, html),
    trackOpens: fields.flag('trackOpens'),
    trackClicks: fields.flag('trackClicks'),
    sandbox: fields.flag('sandbox'),
    validityMs: readValidity(fields),
    // One that repeats itself may come after its time: the engine knows whether it was accepted.
    scheduledAtMs: readSchedule(fields, {
      nowMs: ports.clock.nowMs(),
      mayBePast: isKeyed(fields, call),
    }),
    reportUrl: readUrl('urlDlr', fields, ports) ?? readUrl('webhookUrl', fields, ports),
  };
  const attachments = readAttachments(fields);
  checkSubject(
    rest.subject,
    [rest.variables, ...rest.recipients.map(({ variables }) => variables)],
    fields,
  );
  const asked = { ...rest, files: attachments.map(fingerprintOfFile), base: 'email' };
  const idempotency = readIdempotency(fields, call, asked);
  return { ...rest, attachments, caller, requestId, clientRequestId, idempotency };
}

function readSubject(fields: Fields): string {
  const text = fields.requiredText('subject', 'subject is missing') ?? '';
  return fields.taken(readMailSubject(text), 'subject') ?? '';
}

function readBody(fields: Fields, field: string, missing?: 'html content is missing') {
  const text = missing === undefined ? fields.text(field) : fields.requiredText(field, missing);
  return text === undefined ? undefined : fields.taken(readMailBody(text), field);
}

/** Any JSON; a form carries it as a text. */
function readMetadata(fields: Fields): string | null {
  const field = 'metadata';
  const value = fields.value(field);
  if (value === undefined) return null;
  const json = typeof value === 'string' && isJson(value) ? value : JSON.stringify(value);
  return fields.taken(ofOctets(json, metadataBytesMax), field) ?? null;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** `true`, or the name of what can be unsubscribed from; a link for it in the html says so as well. */
function readStream(fields: Fields, html: string): string | null {
  const field = 'unsubscribe';
  const value = fields.value(field);
  const isName = typeof value === 'string' && !/^\s*(?:0|1|true|false)\s*$/i.test(value);
  if (isName) return fields.label(field, streamCharactersMax) ?? null;
  return fields.flag(field) || leadsToUnsubscribing(html) ? '' : null;
}

function toSentJson(sent: EmailSent): Answer {
  const { emailId, mails, cost, caught, currency, scheduledAtMs, held, suppressed } = sent;
  return succeed({
    messageId: String(emailId),
    nbMail: mails,
    cost: toNumber(cost),
    currency,
    ...(caught && { caught }),
    ...(scheduledAtMs !== null && { scheduledDeliveryDate: formatLocalTime(scheduledAtMs) }),
    ...(held && { held }),
    ...(suppressed.length > 0 && { stopMail: suppressed }),
  });
}

/** Whether a request to the other base is one for this: where only one of them is used. */
export function isMail(parameters: Parameters): boolean {
  return (
    parameters.get('phoneNumbers') === undefined &&
    mailFields({ parameters }).isGiven('htmlContent')
  );
}

// What the engine's refusals of emails say to a client.

/** The parameter that each is about. */
const fields: Readonly<Record<EmailRefusal['why'], string | undefined>> = {
  'mail sender is missing': 'from',
  'mail sender is not verified': 'from',
  'recipients are suppressed': 'to',
  'mail is too large': 'htmlContent',
  'mail has no price': 'apiKey',
  'limit is reached': undefined,
  'too much is spent': undefined,
  'balance is too low': undefined,
  'idempotency key was used for another request': 'idempotencyKey',
  'too many report addresses': 'webhookUrl',
  'schedule is in the past': 'scheduledDeliveryDate',
  overloaded: undefined,
};

function mailRefusal(refusal: EmailRefusal, { caller }: Pick<Call, 'caller'>): Refusal {
  const { why } = refusal;
  const [first, ...others] = mailRefusalParams(refusal, caller.account.currency);
  const problemOf = (details: Params): Problem => ({ word: why, field: fields[why], details });
  return {
    ok: false,
    problems: [problemOf(first), ...others.map(problemOf)],
    retryAfterS: 'retryAfterS' in refusal ? refusal.retryAfterS : undefined,
  };
}
