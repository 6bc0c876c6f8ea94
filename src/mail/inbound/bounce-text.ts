/** Bounces of servers that write no report (RFC 3464 is of 1996; some are older): what their text says. */
import type { MailReason } from '../mail-fact.ts';
import { reasonOf } from './delivery-report.ts';

/** Where servers begin to quote the mail that they return. */
const quotedFrom =
  /^(?:--[^\n]*(?:original|copy|returned)[^\n]*|(?:return-path|received|dkim-signature): )/im;

const enhancedForm = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/;
const replyForm = /(?<![\d.])5[0-5]\d[ -][^\n]{0,400}/;

/** Undefined where it does not say clearly that the mail was refused for good. */
export function readBounceText(text: string): MailReason | undefined {
  const [told = ''] = text.replaceAll('\r\n', '\n').split(quotedFrom, 1);
  const reply = replyForm.exec(told)?.[0] ?? '';
  const status = enhancedForm.exec(reply)?.[0] ?? enhancedForm.exec(told)?.[0] ?? '';
  if (status !== '') {
    const line = told.split('\n').find((each) => each.includes(status)) ?? '';
    return reasonOf({ status, diagnostic: reply === '' ? line.trim() : reply, host: '' });
  }
  return reply === '' || !soundsRefused(told)
    ? undefined
    : reasonOf({ status: '', diagnostic: reply, host: '' });
}

/** A number alone may be a price: the text must say what it is about. */
function soundsRefused(text: string): boolean {
  return /undeliver|not\s+(?:be\s+)?deliver|delivery.{0,20}fail|returned mail|rejected|no such user|unknown user|user unknown|mailbox unavailable|does not exist/is.test(
    text,
  );
}
