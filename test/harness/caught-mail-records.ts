/** Caught mail for tests: nobody's, with what a test cares about laid over. */
import type { NewCaughtMail } from '#simulator/caught-mail.ts';
import { atMs } from './records.ts';

export function aCaughtMail(over: Partial<NewCaughtMail> = {}): NewCaughtMail {
  return {
    caughtAtMs: atMs,
    of: null,
    sender: 'a@acme.example',
    recipients: ['b@client.example'],
    from: 'Acme <a@acme.example>',
    subject: 'Hello',
    dialogue: 'C: EHLO client.example\nS: 250 catcher',
    octets: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
    ...over,
  };
}
