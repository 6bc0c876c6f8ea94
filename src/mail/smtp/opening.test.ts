import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import {
  greet,
  ScriptedSmtp,
  type SmtpPeer,
  takeMails,
  willing,
} from '#test/harness/scripted-smtp.ts';
import { mail, open, refusal, session } from '#test/harness/smtp-session.ts';

const tlsFolder = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'tls');
const certificate = {
  key: readFileSync(path.join(tlsFolder, 'receiver.key.pem')),
  cert: readFileSync(path.join(tlsFolder, 'receiver.cert.pem')),
};
const secure =
  (words: readonly string[] = []) =>
  async (peer: SmtpPeer): Promise<void> => {
    peer.say('220 ready');
    await greet(peer, ['STARTTLS', 'PIPELINING']);
    await peer.answer('STARTTLS', '220 go');
    await peer.startTls(certificate);
    await greet(peer, words);
    await takeMails(peer);
  };

suite('TLS', () => {
  test('begins where it is offered, and what was offered in clear is forgotten', async () => {
    await using server = await ScriptedSmtp.open(secure());
    const { connected } = await open(server);
    assert.ok(connected.ok);
    assert.match(connected.security, /^TLSv1\.[23] \S+, unverified$/);
    assert.equal(connected.session.capabilities.pipelining, false);
    assert.equal((await connected.session.send(mail())).did, 'accept');
  });

  test('verified goes no further with a certificate of nobody known, or of another name', async () => {
    await using server = await ScriptedSmtp.open(secure());
    const unknown = await refusal(server, {
      startTls: 'required',
      tls: { implicit: false, verify: true, name: 'localhost' },
    });
    assert.equal(unknown.stage, 'tls');
    const other = await refusal(server, {
      startTls: 'required',
      tls: {
        implicit: false,
        verify: true,
        name: 'mx.other.example',
        ca: String(certificate.cert),
      },
    });
    assert.equal(other.stage, 'tls');
  });

  test('verified goes on with the right one', async () => {
    await using server = await ScriptedSmtp.open(secure());
    const { connected } = await open(server, {
      startTls: 'required',
      tls: { implicit: false, verify: true, name: 'localhost', ca: String(certificate.cert) },
    });
    assert.ok(connected.ok, JSON.stringify(connected));
    assert.match(connected.security, /verified$/);
  });

  test('required goes no further where it is not offered, or refused', async () => {
    await using plain = await ScriptedSmtp.open(willing());
    assert.equal((await refusal(plain, { startTls: 'required' })).stage, 'tls');
    await using refusing = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, ['STARTTLS']);
      await peer.answer('STARTTLS', '454 4.7.0 not now');
      await takeMails(peer);
    });
    const fault = await refusal(refusing, { startTls: 'required' });
    assert.equal(fault.reply?.code, 454);
    assert.ok((await open(refusing)).connected.ok, 'offered is enough without it');
  });

  test('octets between the 220 and the handshake end it', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, ['STARTTLS']);
      await peer.line();
      peer.say('220 go', '250 injected');
      await peer.hungUp();
    });
    const fault = await refusal(server);
    assert.match(fault.reason, /behind the reply to STARTTLS/);
  });

  test('a failed handshake is told as such', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, ['STARTTLS']);
      await peer.answer('STARTTLS', '220 go');
      peer.say('this is no TLS');
    });
    assert.equal((await refusal(server)).stage, 'tls');
  });
});

suite('logging in', () => {
  const login = { user: 'ada', password: 'secret' };

  test('PLAIN to this machine, and the password is in no record', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, ['AUTH LOGIN PLAIN']);
      await peer.answer(`AUTH PLAIN ${Buffer.from('\0ada\0secret').toString('base64')}`, '235 in');
      await takeMails(peer);
    });
    const link = await session(server, { login });
    assert.match(link.dialogue, /AUTH PLAIN …/);
    assert.ok(!link.dialogue.includes(Buffer.from('secret').toString('base64').slice(0, 6)));
    assert.deepEqual(server.faults, []);
  });

  test('LOGIN where PLAIN is not offered', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, ['AUTH=LOGIN']);
      await peer.answer('AUTH LOGIN', '334 VXNlcm5hbWU6');
      await peer.answer(Buffer.from('ada').toString('base64'), '334 UGFzc3dvcmQ6');
      await peer.answer(Buffer.from('secret').toString('base64'), '235 in');
      await takeMails(peer);
    });
    await session(server, { login });
    assert.deepEqual(server.faults, []);
  });

  test('a refused password, or no way that we know, ends it', async () => {
    await using refusing = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, ['AUTH PLAIN']);
      await peer.answer('AUTH PLAIN', '535 5.7.8 wrong');
    });
    const fault = await refusal(refusing, { login });
    assert.equal(fault.stage, 'auth');
    assert.equal(fault.reply?.code, 535);
    await using other = await ScriptedSmtp.open(willing('AUTH CRAM-MD5'));
    assert.equal((await refusal(other, { login })).stage, 'auth');
  });
});

suite('no session', () => {
  test('a refusing greeting is told with its reply', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('554 5.7.1 blocked');
    });
    const fault = await refusal(server);
    assert.equal(fault.stage, 'greeting');
    assert.equal(fault.reply?.enhanced, '5.7.1');
  });

  test('a port where nobody listens is told as such', async () => {
    const server = await ScriptedSmtp.open(willing());
    const { port } = server;
    await server[Symbol.asyncDispose]();
    const { connected } = await open({ port });
    assert.ok(!connected.ok);
    assert.equal(connected.fault.stage, 'connect');
    assert.match(connected.fault.reason, /ECONNREFUSED/);
  });
});
