/** A socket that says to a SIP port what a test writes, from an address of the test's choice, and keeps what it hears. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { systemClock } from '#core/clock.ts';
import { type MessageChange, sipText } from './sip-messages.ts';

export type RawWish = MessageChange & {
  readonly callId: string;
  /** Whom it is for; a number of nobody where nothing is said. */
  readonly user?: string;
};

export async function openRawSip(port: number, address = '127.0.0.1') {
  const socket = createSocket('udp4');
  const heard: string[] = [];
  socket.on('message', (octets) => heard.push(octets.toString('latin1')));
  socket.bind(0, address);
  await once(socket, 'listening');
  const place = `${address}:${socket.address().port}`;
  const statuses = (callId: string): number[] =>
    heard.filter((text) => text.includes(`${callId}\r\n`)).map((text) => Number(text.slice(8, 11)));
  return {
    /** What a call, or a question, with these changes is on the wire. */
    text: ({ callId, user = '+33199009999', ...change }: RawWish, transport = 'UDP'): Buffer =>
      sipText({
        start: `INVITE sip:${user}@127.0.0.1 SIP/2.0`,
        ...change,
        fields: {
          Via: `SIP/2.0/${transport} ${place};rport;branch=z9hG4bK${callId}`,
          'Call-ID': callId,
          Contact: `<sip:raw@${place}>`,
          ...change.fields,
        },
      }),
    send: (octets: Buffer): void => socket.send(octets, port, '127.0.0.1'),
    /** All that was said to it with that Call-ID until now. */
    statuses,
    /** The final answer to it, once that has come. */
    async final(callId: string): Promise<number> {
      for (;;) {
        const final = statuses(callId).find((status) => status >= 200);
        if (final !== undefined) return final;
        await systemClock.sleep(5);
      }
    },
    /** Something came from there. */
    get heardAnything(): boolean {
      return heard.length > 0;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
