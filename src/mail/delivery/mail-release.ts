/**
 * One mail that was caught, sent on by an administrator on purpose: by the relay or to the servers of its
 * recipient, at once and once. What the server says is the answer; nothing is stored, and nothing is tried again.
 */

import { unreachable } from '#core/assert.ts';
import type { FaultText } from '#core/attempt-fault.ts';
import type { Clock } from '#core/clock.ts';
import { ownerOf } from '#queue/lane.ts';
import { hasBareLineEnd } from '../smtp/line-ends.ts';
import { replyText } from '../smtp/reply.ts';
import type { SmtpMail, SmtpResult } from '../smtp/smtp-mail.ts';
import type { OwedMail } from './delivery-store.ts';
import { Dialer } from './dialer.ts';
import { catcherOwner } from './mail-lane.ts';
import type { MailRoutes } from './mail-routes.ts';
import type { Destination, Route } from './route.ts';

export type ReleasePorts = {
  readonly routes: Pick<MailRoutes, 'laneOf' | 'routeOf'>;
  readonly clock: Clock;
  readonly random: () => number;
};

export type ReleasedMail = {
  /** The envelope's; empty for the null reverse-path. */
  readonly sender: string;
  readonly recipient: string;
  readonly octets: Uint8Array;
};

/** What the server said, or why none was asked. */
export type Release = { readonly isSent: boolean; readonly host: string; readonly said: string };

type Way = { readonly route: Route; readonly destination: Destination };

/** From the lane of looking a domain up to that of its site; a provider may name another one once more. */
const movesMax = 3;
const lineEnd = Buffer.from('\r\n');

export async function releaseMail(mail: ReleasedMail, ports: ReleasePorts): Promise<Release> {
  const octets = wholeLines(mail.octets);
  // Another server could see two mails in it.
  if (hasBareLineEnd(octets, 0)) return refused('a CR or LF stands alone in it');
  const way = await findWay(mail.recipient, ports);
  return typeof way === 'string' ? refused(way) : hand({ ...mail, octets }, way, ports);
}

/** Its last line has an end, too. */
function wholeLines(octets: Uint8Array): Buffer {
  const mail = Buffer.from(octets);
  return mail.subarray(-2).toString('latin1') === '\r\n' ? mail : Buffer.concat([mail, lineEnd]);
}

/** Or why there is none. */
async function findWay(recipient: string, { routes }: ReleasePorts): Promise<Way | string> {
  const place = { address: recipient, isCaught: false, urgency: 'urgent', accountId: 0 } as const;
  let owner = ownerOf(routes.laneOf(place));
  for (let moves = 0; moves < movesMax; moves += 1) {
    if (owner === catcherOwner) return 'PARLEY_MAIL_MODE leaves it no way out of this machine';
    const route = routes.routeOf(owner);
    if (route === undefined) return 'this process has no way there';
    const found = await route.find(mailTo(recipient));
    if (found.kind === 'destination') return { route, destination: found.destination };
    if (found.kind !== 'move') return found.reason.text;
    owner = found.owner;
  }
  return 'its servers change too fast';
}

async function hand(
  { sender, recipient, octets }: ReleasedMail & { readonly octets: Buffer },
  { route, destination }: Way,
  { clock, random }: ReleasePorts,
): Promise<Release> {
  // Who releases it is told why it did not leave.
  const log = { info: () => undefined };
  const dialer = new Dialer({ clock, random, log });
  const dialed = await dialer.dial({
    route,
    destination,
    mailsMax: 1,
    room: () => undefined,
    ended: () => undefined,
  });
  const { host } = dialed;
  if (!dialed.ok) return { isSent: false, host, said: dialed.fault.reason };
  const needsSmtpUtf8 = isBeyondAscii(headerOf(octets), sender, recipient);
  const bytes = octets.length;
  const mail: SmtpMail = { sender, recipient, octets: [octets], bytes, needsSmtpUtf8 };
  const result = await dialed.session.send(mail);
  dialed.session.quit();
  return { isSent: result.did === 'accept', host, said: wordsOf(result) };
}

function wordsOf(result: SmtpResult): string {
  switch (result.did) {
    case 'accept':
    case 'refuse':
      return `${result.reply.code} ${replyText(result.reply)}`;
    case 'lose':
      return `${'connection lost' satisfies FaultText}: ${result.reason}`;
    case 'doubt':
      return `${'may have been taken' satisfies FaultText}: ${result.reason}`;
    case 'misfit':
      return result.why === 'size'
        ? 'larger than the server takes'
        : 'the server takes no addresses beyond ASCII';
    default:
      return unreachable(result);
  }
}

function refused(said: string): Release {
  return { isSent: false, host: '', said };
}

/** Of what a route looks at, only the address is the mail's own. */
function mailTo(address: string): OwedMail {
  return {
    mailId: 0,
    emailId: 0,
    accountId: 0,
    address,
    name: '',
    variables: {},
    isPlay: true,
    state: 'queued',
    deferredAs: null,
    deferredSinceMs: null,
  };
}

function headerOf(octets: Buffer): string {
  const end = octets.indexOf('\r\n\r\n');
  return octets.subarray(0, end === -1 ? octets.length : end).toString('latin1');
}

function isBeyondAscii(...texts: readonly string[]): boolean {
  return texts.some((text) => /[^\0-\x7f]/.test(text));
}
