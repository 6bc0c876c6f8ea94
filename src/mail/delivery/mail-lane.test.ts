import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MemoryMails } from '#test/harness/memory-mails.ts';
import {
  catcherOwner,
  laneClass,
  mailLane,
  movedLane,
  readLaneOwner,
  relayOwner,
  resolveOwner,
  siteOwner,
} from './mail-lane.ts';

suite('lanes of mails', () => {
  test('keep classes and accounts apart behind one owner', () => {
    const lane = mailLane(siteOwner('google'), { urgency: 'urgent', accountId: 17 });
    assert.equal(lane, 'mail/direct/google:urgent/17');
    assert.deepEqual(laneClass(lane), { urgency: 'urgent', accountId: 17 });
    assert.deepEqual(readLaneOwner(lane), { route: 'direct', site: 'google' });
  });

  test('of catcher and relay are one each', () => {
    assert.deepEqual(readLaneOwner(`${catcherOwner}:normal/1`), { route: 'catcher' });
    assert.deepEqual(readLaneOwner(relayOwner), { route: 'relay' });
    assert.equal(readLaneOwner('mail/direct:normal/1'), undefined);
    assert.equal(readLaneOwner('webhook/1'), undefined);
  });

  test('a domain that is not known waits where its next mail does, and moves with its class', async () => {
    const mails = new MemoryMails();
    const waiting = mailLane(resolveOwner('example.net'), { urgency: 'normal', accountId: 3 });
    const { job } = mails.owe(waiting, { mailId: 5 });
    assert.equal(resolveOwner('example.net'), resolveOwner('example.net'));
    const lane = movedLane(waiting, siteOwner('mx.example.net'));
    await mails.moveMails([{ jobId: job.id, attemptRead: 0, lane, lease: undefined }]);
    const moved = await mails.dueMails({ lane, nowMs: 0, limit: 1 });
    assert.equal(moved[0]?.job.lane, 'mail/direct/mx.example.net:normal/3');
  });
});
