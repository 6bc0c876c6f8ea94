/** Against Postfix's smtp-sink, which fails at the step that it is told: what becomes of the mail. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MailWorld, relayTo } from '#test/harness/mail-world.ts';
import { SmtpSink, withoutSmtpSink } from '#test/harness/smtp-sink.ts';
import type { SmtpStep } from '../smtp/smtp-mail.ts';

const skip = await withoutSmtpSink();

/** Of one mail, once it is stored. */
async function fateWith(...faults: readonly string[]): Promise<string> {
  await using sink = await SmtpSink.start(...faults);
  await using world = await new MailWorld({ routeOf: relayTo(sink.port) }).start();
  world.send();
  const [fate = ''] = await world.settled(1);
  return fate;
}

const steps = ['MAIL', 'RCPT', 'DATA', '.'];
const unknown = ['-B', '550 5.1.1 No such user'];

type Row = readonly [faults: readonly string[], fate: string];

const rows: readonly Row[] = [
  ...steps.flatMap((step): readonly Row[] => [
    [['-r', step], 'deferred temporary, again as 1'],
    [['-b', '452 4.2.2 Mailbox full', '-r', step], 'deferred mailbox-full, again as 1'],
    [['-f', step], 'deferred protocol, again as 1'],
    // Uncounted: it is not about the mail.
    [['-p', '-Q', step], 'deferred throttled, again as 0'],
  ]),
  [[...unknown, '-f', 'RCPT'], 'bounced mailbox-unknown'],
  [['-B', '554 5.7.1 Spam message rejected', '-f', '.'], 'bounced content'],
  ...steps.slice(0, -1).map((step): Row => [['-q', step], 'deferred temporary, again as 1']),
  // Nobody can tell whether it was taken.
  [['-q', '.'], 'deferred in-doubt, again as 1'],
  // What comes behind the mail does not touch it, nor does a server of before 2001.
  ...['-r', '-f', '-Q', '-q'].map((fault): Row => [[fault, 'QUIT'], 'sent']),
  [['-f', 'EHLO'], 'sent'],
  [['-e'], 'sent'],
  [['-p'], 'sent'],
  [['-P'], 'sent'],
  [['-W', '.:1'], 'sent'],
];

suite('with smtp-sink', { skip }, () => {
  test('each step of an attempt is noted with its reply, in the order of time', async () => {
    for (const [faults, expected] of [
      [[], 'mail 250, rcpt 250, data 354, body 250'],
      [['-r', 'RCPT'], 'mail 250, rcpt 450'],
      [['-q', '.'], 'mail 250, rcpt 250, data 354'],
      [['-p', '-q', 'DATA'], 'mail 250, rcpt 250'],
    ] as const) {
      await using sink = await SmtpSink.start(...faults);
      await using world = await new MailWorld({ routeOf: relayTo(sink.port) }).start();
      world.send();
      await world.settled(1);
      const heard = JSON.parse(world.store.settled[0]?.attempt?.steps ?? '') as SmtpStep[];
      const said = heard.map(({ stage, code }) => `${stage} ${code}`).join(', ');
      assert.equal(said, expected);
      const times = heard.map(({ ms }) => ms);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    }
  });

  test('a mail has the fate of the step that fails', async () => {
    const wrong: string[] = [];
    for (const [faults, expected] of rows) {
      const fate = await fateWith(...faults);
      if (fate !== expected) wrong.push(`${faults.join(' ')}: ${fate}, not ${expected}`);
    }
    assert.deepEqual(wrong, []);
  });

  test('a server that fails before a mail is named keeps none, and the next one has it', async () => {
    await using good = await SmtpSink.start();
    for (const fault of ['-r', '-f', '-Q', '-q']) {
      for (const step of fault === '-f' ? ['CONNECT'] : ['CONNECT', 'EHLO']) {
        await using bad = await SmtpSink.start(fault, step);
        await using alone = await new MailWorld({ routeOf: relayTo(bad.port) }).start();
        alone.send();
        await alone.until(() => alone.lines.some(({ event }) => event === 'mail.unreachable'));
        assert.equal(alone.store.settled.length, 0, `${fault} ${step}`);
        await using both = await new MailWorld({ routeOf: relayTo(bad.port, good.port) }).start();
        both.send();
        assert.deepEqual(await both.settled(1), ['sent'], `${fault} ${step}`);
      }
    }
  });
});
