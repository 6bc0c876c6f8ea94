/** The answer of a webhook's receiver. */
import assert from 'node:assert/strict';
import { HttpResponse } from '#webhooks/http/response.ts';
import { inReads, readsOf } from '../engine/reads.ts';
import { latin1, type Target } from '../engine/target.ts';

export const webhookResponse: Target = {
  name: 'webhook-response',
  protocol: 'webhooks',
  seeds: latin1(
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    'HTTP/1.1 204 No Content\r\nServer: x\r\nConnection: keep-alive\r\n\r\n',
    'HTTP/1.1 103 Early\r\nLink: <x>\r\n\r\nHTTP/1.1 503 x\r\nRetry-After: 3\r\nConnection: close\r\n\r\nno',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n',
    'HTTP/1.0 301 Moved\r\nLocation: https://example.com/\r\n\r\nrest',
  ).flatMap(inReads),
  read: (octets) => {
    const response = new HttpResponse();
    let progress = 'more';
    for (const read of readsOf(octets)) {
      progress = response.read(read);
      if (progress !== 'more') break;
    }
    if (progress === 'more') response.end();
    assert.ok(response.bodyText.length <= octets.length);
    assert.equal(typeof response.fault, 'string');
  },
};
