/** PDUs as fixtures and tests have them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { encodePdu } from '#sms/smpp/encode.ts';
import { pdu, reply } from '#test/harness/smpp-session.ts';

const folder = path.join(import.meta.dirname, '../../../fixtures/smpp');

export const pduSeeds: readonly Buffer[] = [
  ...['pdus.json', 'malformed.json'].flatMap((name) =>
    [
      ...readFileSync(path.join(folder, name), 'utf8').matchAll(/"hex": "([0-9a-f]{32,4000})"/g),
    ].map(([, hex = '']) => Buffer.from(hex, 'hex')),
  ),
  ...(
    ['bind_transceiver', 'submit_sm', 'submit_multi', 'data_sm', 'query_sm', 'cancel_sm'] as const
  ).map((command) => encodePdu(pdu(command, 7))),
  encodePdu(pdu('deliver_sm', 8, reply)),
];
