/** The port for bounces and letters: commands, and mails of any octets. */
import { latin1 } from '../engine/target.ts';
import type { Driver } from './driver.ts';
import { exchange } from './tcp.ts';

const patienceMs = 3_000;
const perTurn = 6;
const envelope = 'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<postmaster@mail.example>\r\nDATA\r\n';
const close = Buffer.from('\r\n.\r\nRSET\r\nQUIT\r\n');

function isOver(heard: Buffer): boolean {
  return /^(?:221|421)/m.test(heard.toString('latin1'));
}

export const smtpIn: Driver = {
  name: 'smtp-in',
  protocol: 'smtp',
  lanes: 24,
  inputs: () => ({
    like: ['inbound-mail'],
    sources: 'src/mail/{smtp,inbound}',
    seeds: latin1(
      'MAIL FROM:<a@b.example> SIZE=100 BODY=8BITMIME\r\n',
      'RCPT TO:<postmaster@mail.example> NOTIFY=NEVER\r\n',
      'HELO x\r\nVRFY a\r\nNOOP\r\nHELP\r\nSTARTTLS\r\n',
      'AUTH PLAIN AGEAYg==\r\nBDAT 5 LAST\r\nhello',
      `${envelope}Subject: x\r\n\r\n..y\r\n.\r\n`,
    ),
  }),
  turn: async ({ ports }, feed) => {
    const isMail = feed.random.below(2) === 0;
    const octets = isMail
      ? Buffer.concat([Buffer.from(envelope), feed.next(), close])
      : Buffer.concat([Buffer.from('EHLO x\r\n'), ...feed.some(perTurn), close]);
    const dial = { port: ports.smtpIn, from: feed.stranger(), patienceMs };
    const heard = await exchange(dial, octets, isOver);
    feed.took(isMail || !isOver(heard) ? 1 : perTurn);
  },
  probe: async ({ ports }) => {
    const heard = await exchange(
      { port: ports.smtpIn, patienceMs: 10_000 },
      Buffer.from('EHLO x\r\nQUIT\r\n'),
      isOver,
    );
    return isOver(heard);
  },
};
