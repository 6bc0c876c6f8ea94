/** A mail from outside: MIME, notifications of servers, complaints, letters. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readBounceText } from '#mail/inbound/bounce-text.ts';
import { readComplaint } from '#mail/inbound/complaint-report.ts';
import { readDeliveryStatus } from '#mail/inbound/delivery-report.ts';
import { readInboundMail } from '#mail/inbound/read-inbound.ts';
import type { Target } from '../engine/target.ts';

const folder = path.join(import.meta.dirname, '../../../fixtures/inbound-mail');
const mails = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));

export const inboundMail: Target = {
  name: 'inbound-mail',
  protocol: 'mail',
  seeds: mails,
  read: async (octets) => {
    const { content, about } = await readInboundMail(
      octets,
      octets.length % 2 === 0 ? '' : 'a@b.example',
    );
    assert.equal(typeof content.kind, 'string');
    assert.ok(about.length <= 10);
  },
};

/** The parts of it, without the library that takes mails apart. */
export const deliveryReport: Target = {
  name: 'delivery-report',
  protocol: 'mail',
  seeds: mails,
  read: (octets) => {
    const text = octets.toString();
    assert.ok(readDeliveryStatus(text).length <= octets.length);
    readComplaint(text);
    readBounceText(text);
  },
};
