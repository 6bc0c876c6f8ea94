/** Letting a caught mail go, from its page. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import { systemClock } from '#core/clock.ts';
import { MailReleases, type ReleasesPorts } from '#mail/catcher/mail-releases.ts';
import type { ReleasedMail } from '#mail/delivery/mail-release.ts';
import { openPageWorld } from '#test/harness/page-world.ts';

const at = '/api/operations/simulator-mails-show?caught=1';
const release = '/api/operations/simulator-mails-release';
const octets = Buffer.from('Subject: Hi\r\n\r\nHi\r\n');

async function setup(over: Partial<Pick<ReleasesPorts, 'releaseMail' | 'leavesBy'>> = {}) {
  const released: ReleasedMail[] = [];
  const releaseMail: ReleasesPorts['releaseMail'] = async (mail) => {
    released.push(mail);
    const isSent = mail.recipient !== 'bob@client.example';
    return { isSent, host: 'mx.example', said: isSent ? '250 taken' : '550 no' };
  };
  const world = await openPageWorld((ports) => {
    const { audit } = ports;
    const leaving = { leavesBy: 'relay', releaseMail, audit, clock: systemClock, ...over } as const;
    const mailReleases = new MailReleases(leaving);
    return operationHandlers({ ...ports, mailReleases });
  });
  await world.installation.storage.simulator.keepMails([
    {
      caughtAtMs: 5,
      of: null,
      sender: 'b@us.example',
      recipients: ['ann@client.example', 'bob@client.example'],
      from: 'us',
      subject: 'Hi',
      dialogue: '',
      octets,
    },
  ]);
  return { world, released, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

suite('a caught mail is released', () => {
  test('to each of its recipients, with what each server said, and stands in the audit', async () => {
    await using opened = await setup();
    const { world, released } = opened;
    assert.deepEqual((await world.get(at))['leavesBy'], 'relay');
    const answer = await world.post(release, { caught: 1 });
    const host = 'mx.example';
    assert.deepEqual(answer['released'], [
      { recipient: 'ann@client.example', outcome: 'sent', host, said: '250 taken' },
      { recipient: 'bob@client.example', outcome: 'not sent', host, said: '550 no' },
    ]);
    assert.deepEqual(Buffer.from(released[0]?.octets ?? []), octets);
    const { audit } = world.installation.storage;
    const [noted] = await audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(noted, { action: 'caught_mail.release', target: '1' });
  });

  test('to another address alone, if that is one', async () => {
    await using opened = await setup();
    const { world, released } = opened;
    await world.post(release, { caught: 1, to: 'zoe@client.example' });
    assert.deepEqual(
      released.map(({ recipient }) => recipient),
      ['zoe@client.example'],
    );
    const wrong = await world.ask('POST', release, { caught: 1, to: 'zoe' });
    assert.equal(wrong.json['word'], 'field has a wrong value');
    assert.equal(released.length, 1);
  });

  test('by nobody but an administrator who has just signed in, and not where the mode keeps it', async () => {
    await using opened = await setup({ leavesBy: undefined });
    const { world, released } = opened;
    const ask = (person?: Parameters<typeof world.ask>[3]) =>
      world.ask('POST', release, { caught: 1 }, person);
    assert.equal((await ask()).json['word'], 'mail has no way out');
    const stale = await ask({ isAdministrator: true, isFresh: false });
    assert.equal(stale.json['word'], 'sign-in is not fresh');
    assert.equal((await ask({ roles: { 1: 'owner' } })).status, 404);
    assert.deepEqual([(await world.get(at))['leavesBy'], released.length], [null, 0]);
  });

  test('four at a time, and what breaks on the way is told', async () => {
    const waiting = Promise.withResolvers<never>();
    await using opened = await setup({ releaseMail: () => waiting.promise });
    const asked = Array.from({ length: 5 }, () =>
      opened.world.ask('POST', release, { caught: 1, to: 'zoe@client.example' }),
    );
    const first = await Promise.race(asked);
    assert.equal(first.json['word'], 'too many are released');
    waiting.reject(new Error('The disk is gone'));
    const told = JSON.stringify(await Promise.all(asked.map(async (one) => (await one).json)));
    assert.equal(told.split('The disk is gone').length - 1, 4);
  });
});
