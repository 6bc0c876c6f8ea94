import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Fields } from '#api/parameters/fields.ts';
import { Parameters } from '#api/parameters/parameters.ts';
import type { Values } from '#api/parameters/value.ts';
import { replyOf } from '#api/reply.ts';
import { readSchedule } from './schedule.ts';

/** Noon in Paris. */
const nowMs = Date.UTC(2030, 0, 15, 11);

/** The instant as ISO 8601, the code of the refusal, or nothing. */
function read(values: Values): string | number | undefined {
  const parameters = new Parameters();
  parameters.merge(values);
  const fields = new Fields(parameters);
  const atMs = readSchedule(fields, { nowMs });
  if (fields.refusal !== undefined) return replyOf(fields.refusal).code;
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

function at(scheduledDeliveryDate: string, time: number, minute?: string): unknown {
  return read({ scheduledDeliveryDate, time, minute: minute ?? null });
}

suite('a schedule', () => {
  test('is not needed', () => {
    assert.equal(read({}), undefined);
    assert.equal(read({ scheduledDeliveryDate: '', time: '', minute: null }), undefined);
  });

  test('is read on the clock of Paris, summer and winter', () => {
    assert.equal(at('15/01/2030', 13), '2030-01-15T12:00:00.000Z');
    assert.equal(at('1/7/2030', 13, '55'), '2030-07-01T11:55:00.000Z');
    assert.equal(at('15/01/2030', 24), '2030-01-15T23:00:00.000Z');
    assert.equal(at('31/12/2030', 24, '5'), '2030-12-31T23:05:00.000Z');
    assert.equal(at('15/01/2040', 12), '2040-01-15T11:00:00.000Z');
  });

  test('falls an hour later where the clock skips, and on the first of two equal hours', () => {
    const time = { time: 2, minute: 30 };
    assert.equal(
      read({ scheduledDeliveryDate: '31/03/2030', ...time }),
      '2030-03-31T01:30:00.000Z',
    );
    assert.equal(
      read({ scheduledDeliveryDate: '27/10/2030', ...time }),
      '2030-10-27T00:30:00.000Z',
    );
  });

  const wrong: readonly (readonly [Values, number])[] = [
    [{ time: 12 }, 45],
    [{ minute: 5, time: 12 }, 45],
    [{ scheduledDeliveryDate: '2030-12-21', time: 12 }, 45],
    [{ scheduledDeliveryDate: '30/02/2030', time: 12 }, 45],
    [{ scheduledDeliveryDate: ['21/12/2030'], time: 12 }, 45],
    [{ scheduledDeliveryDate: '15/01/2030', time: 11 }, 46],
    [{ scheduledDeliveryDate: '15/01/0001', time: 11 }, 46],
    [{ scheduledDeliveryDate: '21/12/2030' }, 47],
    [{ scheduledDeliveryDate: '21/12/2030', time: 25 }, 47],
    [{ scheduledDeliveryDate: '21/12/2030', time: '11:05' }, 47],
    [{ scheduledDeliveryDate: '21/12/2030', time: -1 }, 47],
    [{ scheduledDeliveryDate: '21/12/2030', time: 12, minute: 7 }, 48],
    [{ scheduledDeliveryDate: '21/12/2030', time: 12, minute: 60 }, 48],
    [{ scheduledDeliveryDate: '21/12/2030', time: 12, minute: 'x' }, 48],
    [{ scheduledDeliveryDate: '15/01/2040', time: 12, minute: 5 }, 49],
    [{ scheduledDeliveryDate: '31/12/9999', time: 24 }, 49],
  ];
  for (const [values, code] of wrong) {
    test(`${JSON.stringify(values)} is ${code}`, () => assert.equal(read(values), code));
  }
});
