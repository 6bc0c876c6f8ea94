/** What depends on where the server is, which sockets on this machine cannot show. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { SmtpWire } from './conversation.ts';
import { SmtpSession } from './session.ts';
import type { SessionFault } from './smtp-mail.ts';
import { usualTimeOuts } from './time-outs.ts';

function setup(mayLogIn: boolean) {
  const written: string[] = [];
  const faults: SessionFault[] = [];
  const wire: SmtpWire = {
    write: (octets) => void written.push(octets.toString()),
    sentBytes: 0,
    startTls: () => {},
    close: () => {},
  };
  const session = new SmtpSession(
    {
      helloName: 'out.example.com',
      startTls: 'offered',
      login: { user: 'ada', password: 'secret' },
      mayLogIn,
      timeOuts: usualTimeOuts,
      clock: new HeldClock(),
      windowMax: 1,
      plain: false,
      mailsMax: 1,
      opened: () => {},
      room: () => {},
      ended: (fault) => void faults.push(fault),
    },
    wire,
  );
  session.begin();
  session.received(Buffer.from('220 ready\r\n'));
  session.received(Buffer.from('250-mx\r\n250 AUTH PLAIN LOGIN\r\n'));
  return { written, faults };
}

suite('a password', () => {
  test('never travels in clear to another machine', () => {
    const { written, faults } = setup(false);
    assert.deepEqual(written, ['EHLO out.example.com\r\n']);
    assert.equal(faults[0]?.stage, 'auth');
    assert.match(faults[0].reason, /in clear/);
  });

  test('travels where nobody is in between', () => {
    assert.match(setup(true).written[1] ?? '', /^AUTH PLAIN /);
  });
});
