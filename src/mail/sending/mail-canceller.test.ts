/** What of an email can be taken back, as pages ask before they offer it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CancellerPorts, MailCanceller } from './mail-canceller.ts';

const unasked = (): never => assert.fail('only counting was asked for');

/** Three mails wait, of which those with servers are named. */
function setup(withServers: readonly number[]) {
  const ends: boolean[] = [];
  const waiting = [512, 513, 514].map((mailId) => ({
    mailId,
    address: `${mailId}@client.example`,
    jobId: mailId,
    lane: 'mail/relay:normal/1',
    dueAtMs: 0,
  }));
  const ports = {
    store: { findCancellable: async () => waiting, findEmail: unasked },
    recorder: { cancel: unasked },
    events: { mailEvent: unasked },
    recall: (mails) => ({
      mails: mails.filter(({ mailId }) => !withServers.includes(mailId)),
      end: (isCancelled) => void ends.push(isCancelled),
    }),
    clock: { nowMs: unasked },
  } satisfies Omit<CancellerPorts, 'clock'> & { readonly clock: object };
  return { ends, canceller: new MailCanceller(ports as unknown as CancellerPorts) };
}

test('mails that are with a server are not counted, and the others go on at once', async () => {
  const { ends, canceller } = setup([513]);
  assert.equal(await canceller.countCancellable({ accountId: 1, emailId: 1 }), 2);
  assert.deepEqual(ends, [false]);
});

test('nothing can be taken back of an email whose mails are all with servers', async () => {
  const { ends, canceller } = setup([512, 513, 514]);
  assert.equal(await canceller.countCancellable({ accountId: 1, emailId: 1 }), 0);
  assert.deepEqual(ends, [false]);
});
