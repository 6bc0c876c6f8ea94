/** The answers of name servers: to checks of a sending domain, which ask for TXT, MX, A, AAAA and PTR, and to mails. */
import { record, recordsOf } from './dns-messages.ts';
import { rawMark } from './dns-server.ts';
import type { Driver } from './driver.ts';
import { isHealthy } from './http.ts';
import { post, sendMails } from './outward.ts';

/** The others are checks: a check asks a dozen questions, and more where SPF leads on; a mail asks three or four, and is work. */
const mailEach = 50;
const questionsPerCheck = 12;

export const dns: Driver = {
  name: 'dns',
  protocol: 'dns',
  // A malformed answer ends all questions of its socket: with more at a time hardly any would be read.
  lanes: 2,
  inputs: () => ({ like: [], sources: 'src/mail/{domains,delivery}', seeds: seeds() }),
  turn: async (world, feed) => {
    world.nameServer.feed = feed;
    if (feed.random.below(mailEach) === 0) return sendMails(world, feed);
    feed.asked(questionsPerCheck);
    const check = { apiKey: world.keys.mail, domain: 'example.com' };
    return post(world, '/mail/v1/domain/check', check);
  },
  probe: isHealthy,
};

/** What readers of texts look for: keys, SPF that leads to every other type, policies. */
const texts = [
  'v=spf1 mx a:a.example include:b.example exists:%{i}.c.example redirect=d.example',
  'v=spf1 include:b.example a/24 mx:c.example/16 ~all',
  'v=spf1 ip4:127.64.0.0/10 ip6:2001:db8::/32 ?a/24//64 ptr -all',
  'v=DMARC1; p=none; rua=mailto:a@b.example',
  'v=DKIM1; k=rsa; h=sha256; t=y; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\nv=DKIM1; p=',
  'v=STSv1; id=20260101',
  'mail.example\nmail.b.example',
];
/** As many of them as of raw records, and more. */
const textTimes = 4;

function seeds(): readonly Buffer[] {
  const name = Buffer.from([0xc0, 12]);
  const records = [
    record('mx', Buffer.of(0, 10, ...name)),
    record('a', Buffer.of(127, 0, 0, 2)),
    record('aaaa', Buffer.from('00000000000000000000000000000001', 'hex')),
    record('cname', name),
    record('cname', Buffer.from('\x03mx1\xc0\x0c', 'latin1')),
    record('ptr', Buffer.from('\x04mail\x07example\0', 'latin1')),
    record('txt', Buffer.from('\x0bv=spf1 -all', 'latin1')),
  ];
  const raw = [...records.map((each) => recordsOf([each])), recordsOf(records)];
  return [
    ...raw.map((tail) => Buffer.concat([Buffer.of(rawMark), tail])),
    ...Array.from({ length: textTimes }, () => texts.map((text) => Buffer.from(`t${text}`))).flat(),
  ];
}
