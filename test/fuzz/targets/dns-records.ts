/** What the DNS answers, as records: mail servers, SPF, DMARC, MTA-STS, and the servers of SIP. Lines are records. */
import assert from 'node:assert/strict';
import type { Dns, DnsAnswer } from '#core/dns.ts';
import { mailLane, readLaneOwner, siteOwner } from '#mail/delivery/mail-lane.ts';
import { findServers } from '#mail/delivery/mail-servers.ts';
import { siteOf } from '#mail/delivery/site.ts';
import { coversHost, readStsId, readStsPolicy } from '#mail/delivery/sts-policy.ts';
import { checkSpf } from '#mail/domains/spf.ts';
import { HopResolver } from '#numbers/sip/resolve.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { latin1, type Target } from '../engine/target.ts';

const noName: DnsAnswer<never> = { found: 'no name' };

export const dnsRecords: Target = {
  name: 'dns-records',
  protocol: 'dns',
  seeds: latin1(
    'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 a mx:example.com include:b.example -all',
    'v=spf1 exists:%{i}.x.example ptr redirect=b.example\nv=spf1 ~all',
    'v=STSv1; id=20260101\nversion: STSv1\nmode: enforce\nmx: *.example.com\nmx: a.example\nmax_age: 604800',
    'S SIP+D2U _sip._udp.example.com 10 20\n5060 0 5 host.example.com\n192.0.2.1',
  ),
  bytesMax: 4_096,
  read: async (octets) => {
    const lines = octets.toString().split('\n').slice(0, 50);
    const dns = answering(lines);
    const verdict = await checkSpf('example.com', '192.0.2.7', dns);
    assert.equal(typeof verdict.result, 'string');
    await checkSite(dns);
    readStsId(lines.map((line) => [line]));
    const policy = readStsPolicy(octets.toString());
    if (policy !== undefined) coversHost(policy.mx, 'a.example.com');
    const hops = await resolver(lines).resolve({ host: 'example.com' });
    assert.ok(hops.length <= 16);
  },
};

/** Servers have a lane that is read as it was written, or a mail would be moved from lane to lane for ever. */
async function checkSite(dns: Dns): Promise<void> {
  const servers = await findServers(dns, 'example.com');
  if (servers.kind !== 'hosts') return;
  const site = siteOf(servers.hosts);
  const lane = mailLane(siteOwner(site), { urgency: 'normal', accountId: 1 });
  assert.deepEqual(readLaneOwner(lane), { route: 'direct', site });
}

/** Every question is answered with all lines. */
function answering(lines: readonly string[]): Dns {
  return {
    findA: async () => records(lines),
    findAaaa: async () => records(lines),
    findMx: async () =>
      records(lines.map((exchange) => ({ preference: exchange.length, exchange }))),
    findTxt: async () => records(lines.map((line) => [line])),
    findPtr: async () => records(lines),
  };
}

function resolver(lines: readonly string[]): HopResolver {
  const words = lines.map((line) => line.split(' '));
  return new HopResolver({
    clock: new HeldClock(),
    random: () => 0.5,
    names: {
      naptr: async () =>
        words.map(([flags = '', service = '', replacement = '', order, preference]) => ({
          flags,
          service,
          replacement,
          order: number(order),
          preference: number(preference),
        })),
      srv: async () =>
        words.map(([port, priority, weight, name = '']) => ({
          name,
          port: number(port),
          priority: number(priority),
          weight: number(weight),
        })),
      addresses: async () => lines,
    },
  });
}

function records<Answer>(all: readonly Answer[]): DnsAnswer<Answer> {
  return all.length === 0 ? noName : { found: 'records', records: all };
}

/** On the wire they have 16 bits. */
function number(text = ''): number {
  return Number.parseInt(text, 10) & 0xffff;
}
