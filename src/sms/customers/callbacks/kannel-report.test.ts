import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SmsReportFact } from '#sms/report-maker.ts';
import { aReportFact, aSubmittedMessage } from '#test/harness/customer-records.ts';
import { kannelUrl } from './kannel-report.ts';

function urlOf(mask: number, over: Partial<SmsReportFact>, pattern = 'http://a.example/?d=%d') {
  const submitted = aSubmittedMessage();
  const callback = { gateway: 'kannel', mask, phonePrefix: '00', account: '' } as const;
  return kannelUrl(pattern, { fact: aReportFact(over), submitted, callback });
}

function typeOf(mask: number, over: Partial<SmsReportFact>): string | undefined {
  return urlOf(mask, over)?.split('=')[1];
}

suite('a report in Kannel’s words', () => {
  const refused = { status: 'not delivered', word: 'refused_0x0b' } as const;
  const undelivered = { status: 'not delivered', word: 'UNDELIV' } as const;
  const delivered = { status: 'delivered', word: 'DELIVRD' } as const;
  const waiting = { status: 'waiting', word: 'ENROUTE' } as const;

  test('is told where the mask asks for it, and is what the mask asks for', () => {
    assert.deepEqual(
      [delivered, undelivered, refused, waiting].map((fact) => typeOf(63, fact)),
      ['1', '2', '16', '4'],
    );
    assert.deepEqual(
      [delivered, undelivered, refused, waiting].map((fact) => typeOf(1, fact)),
      ['1', undefined, undefined, undefined],
    );
    assert.deepEqual(
      [delivered, undelivered, refused, waiting].map((fact) => typeOf(8, fact)),
      ['8', '8', undefined, undefined],
    );
    assert.equal(typeOf(32, waiting), '32');
  });

  test('fills in what stands for the other end, and leaves what it does not know', () => {
    const { phone } = aReportFact();
    const url = urlOf(1, delivered, 'http://a.example/%41?p=%p&q=%q&c=%%&k=%k&n=%n&z=%z&e=%');
    assert.equal(
      url,
      `http://a.example/%41?p=00${phone}&q=%2B${phone}&c=%&k=${encodeURIComponent(`id:${aReportFact().messageId}`)}&n=&z=%z&e=%`,
    );
  });
});
