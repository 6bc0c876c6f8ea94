/** What the server has for a connection that failed is told in words by the pages: no new reason is forgotten there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socketFault } from '#webhooks/http/fault.ts';
import { explainFault } from '../dashboard/components/explain-fault.ts';
import { faultTexts } from '../dashboard/texts/faults.ts';

const socketCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

for (const code of socketCodes) {
  test(`${code} of a webhook is told in words`, () => {
    const { reason } = socketFault('no connection', Object.assign(new Error(code), { code }));
    assert.notEqual(reason, code, 'it has words in the log');
    assert.notEqual(explainFault(reason, faultTexts.en), undefined, reason);
  });
}
