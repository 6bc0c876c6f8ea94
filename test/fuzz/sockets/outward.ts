/** What the program is told where it asks itself: by mail servers and receivers of webhooks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import type { Feed } from './feed.ts';
import { isHealthy } from './http.ts';
import { exchange } from './tcp.ts';
import { senderAt, type World } from './world.ts';

const perTurn = 20;
const patienceMs = 5_000;
/** The answers come while the next turn is asked for. */
const turnMs = 100;
/** A mail has its domain looked up, and its servers called several times: about so many answers are bent. */
const answersPerMail = 3;
/** Mails that are not answered yet pile up behind it, and take the processor from those that are. */
const waitingMax = 6_000;
const waitsMax = 30;
let domains = 0;
let mails = 0;

export async function post(world: World, target: string, body: object): Promise<void> {
  const text = JSON.stringify(body);
  const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  await exchange({ port: world.ports.http, patienceMs }, Buffer.from(head + text));
}

/** To domains that nobody has heard of, each of which has to be looked up. */
export async function sendMails(world: World, feed: Feed): Promise<void> {
  feed.asked(answersPerMail * perTurn);
  const to = Array.from({ length: perTurn }, () => ({ email: `a@d${domains++}.example.net` }));
  const from = { email: senderAt(mails++) };
  const mail = { apiKey: world.keys.mail, from, to, subject: 'x', htmlContent: '<p>x</p>' };
  await post(world, '/mail/v1/send', mail);
  await pause(turnMs);
}

export const smtpOut: Driver = {
  name: 'smtp-out',
  protocol: 'smtp',
  lanes: 4,
  inputs: () => ({ like: ['smtp-reply'], sources: 'src/mail/smtp', seeds: [] }),
  turn: async (world, feed) => {
    world.mailServer.feed = feed;
    await sendMails(world, feed);
    for (let at = 0; at < waitsMax && feed.waiting > waitingMax; at++) await pause(turnMs);
  },
  probe: isHealthy,
};

export const webhooks: Driver = {
  name: 'webhooks',
  protocol: 'webhooks',
  lanes: 2,
  inputs: () => ({ like: ['webhook-response'], sources: 'src/webhooks/http', seeds: [] }),
  turn: async (world, feed: Feed) => {
    world.receiver.feed = feed;
    const phoneNumbers = Array.from({ length: perTurn }, (_, at) => `+336399800${10 + at}`);
    await post(world, '/v1/send', { apiKey: world.keys.test, phoneNumbers, message: 'x' });
    await pause(turnMs);
  },
  probe: isHealthy,
};
