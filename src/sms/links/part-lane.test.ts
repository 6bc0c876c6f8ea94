import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerOf } from '#queue/lane.ts';
import { aMessage, phone } from '#test/harness/records.ts';
import { anOperator } from '#test/harness/sms-world.ts';
import { partLane, readPartLane } from './part-lane.ts';

const message = aMessage({ accountId: 17, class: 'urgent' });

test('a lane says operator, bind, class and account, and is read back', () => {
  const operator = { ...anOperator('one', false, { binds: 4 }), id: 3 };
  const lane = partLane(operator, message, phone('33612345678'));
  assert.equal(lane, 'sms/3/2:urgent/17');
  assert.deepEqual(readPartLane(lane), { operatorId: 3, bind: 2, class: 'urgent', accountId: 17 });
});

test('a phone has one bind, whatever the message, and phones share them all', () => {
  const operator = { ...anOperator('one', false, { binds: 4 }), id: 3 };
  const ownerFor = (digits: string, over = {}) =>
    ownerOf(partLane(operator, aMessage(over), phone(digits)));
  const one = ownerFor('33612345678');
  assert.equal(ownerFor('33612345678', { class: 'bulk', accountId: 99 }), one);
  const owners = new Set(
    Array.from({ length: 100 }, (_, index) => ownerFor(`336123456${10 + index}`)),
  );
  assert.deepEqual([...owners].toSorted(), ['sms/3/0', 'sms/3/1', 'sms/3/2', 'sms/3/3']);
});

test('a name of another engine or another version is none of ours', () => {
  for (const lane of [
    'webhook/9',
    'sms/3/0',
    'sms/3/0:normal',
    'sms/3:normal/1',
    'sms/3/0:slow/1',
  ]) {
    assert.equal(readPartLane(lane), undefined, lane);
  }
});
