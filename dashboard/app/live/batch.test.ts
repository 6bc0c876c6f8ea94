import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { batchOf, begun, concerns } from './batch.ts';

const dlr = { event: 'dlr', data: '{"event":"dlr","id":"msg_1"}', id: undefined };

suite('a piece of the live stream', () => {
  test('is nothing where it only says how far it has looked', () => {
    assert.equal(batchOf([{ event: '', data: '', id: 'a' }]), undefined);
  });

  test('holds what it shows, and counts what it does not', () => {
    const data = '{"shown":1,"seen":20,"kinds":["dlr","reply.short"],"isWhole":true}';
    const batch = batchOf([dlr, { event: 'sampled', data, id: 'b' }]);
    const happenings = [{ event: 'dlr', id: 'msg_1' }];
    const kinds = ['dlr', 'reply.short'];
    assert.deepEqual(batch, { happenings, kinds, seen: 20, isMissed: false });
  });

  test('concerns who names its kinds, whole or by their first word', () => {
    const batch = { ...begun, isMissed: false, kinds: ['message.accepted', 'reply.short'] };
    assert.ok(concerns(batch, ['message']));
    assert.ok(concerns(batch, ['dlr', 'reply.short']));
    assert.ok(concerns(batch, []));
    assert.ok(!concerns(batch, ['dlr', 'mess', 'reply.long']));
    assert.ok(concerns({ ...batch, isMissed: true }, ['dlr']));
  });
});
