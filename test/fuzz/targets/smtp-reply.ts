/** What a mail server answers: cut into replies, its offers read, its refusals understood. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { classify } from '#mail/delivery/classify.ts';
import { readCapabilities } from '#mail/smtp/capabilities.ts';
import { ReplyReader, replyLines, replyText } from '#mail/smtp/reply.ts';
import { latin1, type Target } from '../engine/target.ts';

type Known = { readonly code: number; readonly enhanced: string; readonly text: string };

const file = path.join(import.meta.dirname, '../../../fixtures/smtp-replies.json');
const known = JSON.parse(readFileSync(file, 'utf8')) as readonly Known[];
const stages = ['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'body'] as const;

export const smtpReply: Target = {
  name: 'smtp-reply',
  protocol: 'smtp',
  seeds: [
    ...latin1(
      '220 mx.example ESMTP\r\n250-mx\r\n250-PIPELINING\r\n250-CHUNKING\r\n250-SIZE 100\r\n250-LIMITS MAILMAX=5\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS\r\n',
      '354 go\r\n250 2.0.0 queued as 1\r\n221 bye\r\n',
    ),
    ...known.map(({ code, enhanced, text }) => Buffer.from(`${code} ${enhanced} ${text}\r\n`)),
  ],
  read: (octets) => {
    const reader = new ReplyReader();
    reader.push(octets, (reply) => {
      readCapabilities(reply);
      assert.ok(reply.lines.length <= 100);
      assert.ok(replyLines(reply).length <= 100);
      const { code, enhanced } = reply;
      for (const stage of code >= 400 ? stages : []) {
        classify({ stage, code, enhanced, text: replyText(reply), site: '' });
      }
      return true;
    });
  },
};
