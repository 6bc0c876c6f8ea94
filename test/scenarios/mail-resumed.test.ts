/** `parley mail resume`: what was put off leaves at once, whenever its next attempt was to be. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openLiveMail } from '#test/harness/live-mail.ts';
import { greet, ScriptedSmtp, type SmtpPeer, takeMails } from '#test/harness/scripted-smtp.ts';

const zone = {
  'client.example': { MX: [[10, 'mx.client.example']] as const },
  'mx.client.example': { A: ['127.0.0.1'] },
};

/** Has no time for mails until it is told to. */
async function openBusyServer(refuse: (peer: SmtpPeer) => Promise<void>) {
  const state = { isBusy: true };
  const server = await ScriptedSmtp.open(async (peer) => {
    if (state.isBusy) return refuse(peer);
    peer.say('220 mx.client.example ready');
    await greet(peer, []);
    await takeMails(peer);
  });
  return { server, state };
}

/** The folder is the program's, which ends with it. */
async function resume(folder: string, lane: string): Promise<void> {
  const cli = new CommandLine(folder, { clock: new HeldClock(Date.now()) });
  const { code, out, err } = await cli.type('mail', 'resume', lane);
  assert.equal(code, 0, err);
  assert.match(out, /sends again/);
}

suite('a lane that is resumed', () => {
  test('sends at once what its server had put off for an hour', { timeout: 120_000 }, async () => {
    const { server, state } = await openBusyServer(async (peer) => {
      peer.say('220 mx.client.example ready');
      await greet(peer, []);
      await peer.answer('MAIL', '250 fine');
      await peer.answer('RCPT', '451 4.7.1 greylisted, try again in 3600 seconds');
      await peer.line();
      peer.drop();
    });
    await using _ = server;
    await using live = await openLiveMail({ zone, port: server.port });
    const mailId = await live.sendTo('zoe@client.example');
    assert.match((await live.until(mailId, 'deferred')).reason, /3600 seconds/);
    state.isBusy = false;
    await resume(live.app.folder, 'direct/mx.client.example');
    assert.equal((await live.until(mailId, 'sent')).state, 'sent');
  });

  test('sends at once what waited for a server that was away', { timeout: 120_000 }, async () => {
    const { server, state } = await openBusyServer(async (peer) => {
      peer.say('421 4.3.2 shutting down');
      peer.drop();
    });
    await using _ = server;
    await using live = await openLiveMail({ zone, port: server.port });
    const mailIds = [
      await live.sendTo('zoe@client.example'),
      await live.sendTo('ann@client.example'),
    ];
    for (const mailId of mailIds) await live.until(mailId, 'deferred');
    state.isBusy = false;
    await resume(live.app.folder, 'direct/mx.client.example');
    for (const mailId of mailIds) assert.equal((await live.until(mailId, 'sent')).state, 'sent');
  });
});
