/** A phone that sends what a test writes, and knows nothing of SIP itself. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { sipText } from './sip-messages.ts';
import { offerSdp } from './sip-phones.ts';

export async function openRawPhone() {
  const socket = createSocket('udp4');
  const heard: string[] = [];
  socket.on('message', (octets) => heard.push(octets.toString('latin1')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const place = `127.0.0.1:${socket.address().port}`;
  const fields = (branch: string): Record<string, string> => ({
    Via: `SIP/2.0/UDP ${place};branch=z9hG4bK${branch}`,
    Contact: `<sip:raw@${place}>`,
  });
  const start = 'INVITE sip:b@127.0.0.1 SIP/2.0';
  return {
    invite: (...lines: string[]): Buffer =>
      sipText({
        start,
        fields: fields('invite'),
        lines: ['Content-Type: application/sdp', ...lines],
        body: offerSdp.toString(),
      }),
    inviteWithoutOffer: (...lines: string[]): Buffer =>
      sipText({ start, fields: fields('invite'), lines }),
    /** Acknowledges a reliable answer, with an answer to the offer in it. */
    prack: (ringing: string, body: string): Buffer => {
      const find = (name: string): string =>
        new RegExp(`^${name}: (?<value>.*)$`, 'm').exec(ringing)?.groups?.['value']?.trim() ?? '';
      return sipText({
        start: 'PRACK sip:b@127.0.0.1 SIP/2.0',
        fields: { ...fields('prack'), CSeq: '2 PRACK', To: find('To') },
        lines: [`RAck: ${find('RSeq')} 1 INVITE`, 'Content-Type: application/sdp'],
        body,
      });
    },
    send: (port: number, octets: Buffer): void => socket.send(octets, port, '127.0.0.1'),
    /** The first message with that beginning that has not been taken yet. */
    async hear(beginning: string): Promise<string> {
      for (;;) {
        const at = heard.findIndex((text) => text.startsWith(beginning));
        if (at >= 0) return heard.splice(at, 1)[0] ?? '';
        await new Promise(setImmediate);
      }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}
