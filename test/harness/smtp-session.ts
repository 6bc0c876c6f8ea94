/** A client of SMTP and a server that follows a script: connected, or refused. */
import assert from 'node:assert/strict';
import { systemClock } from '#core/clock.ts';
import { type Connected, type ConnectOptions, connectSmtp } from '#mail/smtp/connect.ts';
import type { SmtpSession } from '#mail/smtp/session.ts';
import type { SessionFault, SmtpMail } from '#mail/smtp/smtp-mail.ts';
import { usualTimeOuts } from '#mail/smtp/time-outs.ts';
import type { ScriptedSmtp } from './scripted-smtp.ts';

type Opened = {
  readonly connected: Connected;
  readonly ended: Promise<SessionFault>;
  readonly rooms: () => number;
};

export async function open(
  server: Pick<ScriptedSmtp, 'port'>,
  options: Partial<ConnectOptions> = {},
): Promise<Opened> {
  const { promise, resolve } = Promise.withResolvers<SessionFault>();
  let rooms = 0;
  const connected = await connectSmtp({
    address: '127.0.0.1',
    port: server.port,
    helloName: 'out.example.com',
    startTls: 'offered',
    login: undefined,
    tls: { implicit: false, verify: false, name: 'mx.example.net' },
    windowMax: 4,
    plain: false,
    mailsMax: 100,
    timeOuts: usualTimeOuts,
    clock: systemClock,
    room: () => {
      rooms += 1;
    },
    ended: resolve,
    ...options,
  });
  return { connected, ended: promise, rooms: () => rooms };
}

export async function session(
  server: ScriptedSmtp,
  options: Partial<ConnectOptions> = {},
): Promise<SmtpSession> {
  const { connected } = await open(server, options);
  assert.ok(connected.ok, JSON.stringify(connected));
  return connected.session;
}

export async function refusal(
  server: ScriptedSmtp,
  options: Partial<ConnectOptions> = {},
): Promise<SessionFault> {
  const { connected } = await open(server, options);
  assert.ok(!connected.ok);
  return connected.fault;
}

export function mail(
  text = 'Subject: hello\r\n\r\n.hidden\r\nbye\r\n',
  more: Partial<SmtpMail> = {},
) {
  const octets = [Buffer.from(text)];
  return {
    sender: 'b+token@b.example.com',
    recipient: 'ada@example.net',
    octets,
    bytes: Buffer.concat(octets).length,
    needsSmtpUtf8: false,
    ...more,
  };
}
