import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '#core/clock.ts';
import { openDns } from '#core/dns.ts';
import { openLog } from '#core/log.ts';
import { breakNext } from '#test/harness/break-next.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MemoryMails } from '#test/harness/memory-mails.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { makeCertificates, withoutOpenssl } from '#test/harness/openssl.ts';
import { fetchSts } from './sts-fetch.ts';
import { StsPolicies } from './sts-policies.ts';
import { coversHost, readStsId, readStsPolicy } from './sts-policy.ts';

const policy =
  'version: STSv1\r\nmode: enforce\r\nmx: mx.example.net\r\nmx: *.mail.example.net\r\nmax_age: 86400\r\n';
const log = openLog('silent');

suite('a policy of MTA-STS', () => {
  test('is read as it was written, and refused where it is none', () => {
    assert.deepEqual(readStsPolicy(policy), {
      mode: 'enforce',
      mx: ['mx.example.net', '*.mail.example.net'],
      maxAgeMs: 86_400_000,
    });
    assert.equal(readStsPolicy(policy.replace('STSv1', 'STSv2')), undefined);
    assert.equal(readStsPolicy(policy.replace('enforce', 'perhaps')), undefined);
    assert.equal(readStsPolicy(policy.replaceAll('mx:', 'my:')), undefined);
    assert.equal(readStsPolicy('<html>'), undefined);
    assert.equal(readStsPolicy('version: STSv1\nmode: none\nmax_age: 1')?.mode, 'none');
  });

  test('covers hosts by their names, a wildcard one label', () => {
    const patterns = ['mx.example.net', '*.mail.example.net'];
    assert.equal(coversHost(patterns, 'mx.example.net'), true);
    assert.equal(coversHost(patterns, 'a.mail.example.net'), true);
    assert.equal(coversHost(patterns, 'a.b.mail.example.net'), false);
    assert.equal(coversHost(patterns, 'mail.example.net'), false);
  });

  test('has its id in one record and no more', () => {
    assert.equal(readStsId([['v=STSv1; id=20300101T0;']]), '20300101T0');
    assert.equal(readStsId([['v=spf1 -all'], ['v=STS', 'v1; id=1']]), '1');
    assert.equal(readStsId([['v=STSv1; id=1'], ['v=STSv1; id=2']]), undefined);
    assert.equal(readStsId([['v=STSv1']]), undefined);
  });

  test('any text is a policy or none, and never thrown at', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readStsPolicy(text);
        readStsPolicy(policy + text);
        readStsId([[text]]);
      }),
    );
  });
});

async function setup(fetched: () => string | undefined) {
  const server = await NameServer.open({ '_mta-sts.example.net': { TXT: ['v=STSv1; id=1;'] } });
  const store = new MemoryMails();
  const clock = new HeldClock();
  let fetches = 0;
  const fetch = async (): Promise<string | undefined> => {
    fetches += 1;
    return fetched();
  };
  const dns = openDns([server.address]);
  const policies = new StsPolicies({ dns, fetch, store, clock, log });
  return { server, clock, policies, fetches: () => fetches };
}

suite('policies that are remembered', () => {
  test('are fetched once for each id', async () => {
    const { server, policies, fetches } = await setup(() => policy);
    await using _ = server;
    assert.equal((await policies.of('example.net'))?.mode, 'enforce');
    await policies.of('example.net');
    assert.equal(fetches(), 1);
    server.zone['_mta-sts.example.net'] = { TXT: ['v=STSv1; id=2;'] };
    await policies.of('example.net');
    assert.equal(fetches(), 2);
  });

  test('hold where the DNS or the host is away, until their time is over', async () => {
    let answer: string | undefined = policy;
    const { server, clock, policies } = await setup(() => answer);
    await using _ = server;
    await policies.of('example.net');
    answer = undefined;
    server.zone['_mta-sts.example.net'] = { TXT: ['v=STSv1; id=2;'] };
    assert.equal((await policies.of('example.net'))?.id, '1');
    server.zone['_mta-sts.example.net'] = 'SERVFAIL';
    assert.equal((await policies.of('example.net'))?.id, '1');
    clock.advance(86_400_000);
    assert.equal(await policies.of('example.net'), undefined);
  });

  test('a domain without one has none', async () => {
    const { server, policies, fetches } = await setup(() => policy);
    await using _ = server;
    assert.equal(await policies.of('example.org'), undefined);
    assert.equal(fetches(), 0);
  });
});

suite('fetching a policy', () => {
  const folder = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'tls');
  const cert = readFileSync(path.join(folder, 'receiver.cert.pem'), 'utf8');
  const key = readFileSync(path.join(folder, 'receiver.key.pem'), 'utf8');
  const guard = { vet: async () => ({ ok: true as const, addresses: ['127.0.0.1'] }) };

  test('goes to nobody whose certificate is of another name', async () => {
    let asked = 0;
    const server = createServer({ cert, key }, (_request, response) => {
      asked += 1;
      response.end(policy);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    assert.equal(
      await fetchSts('example.net', { guard, clock: systemClock, port, ca: cert }),
      undefined,
    );
    assert.equal(asked, 0);
    server.close();
  });

  test('fails alone where the program fails on what came, and the next one is read', {
    skip: withoutOpenssl,
  }, async () => {
    using made = makeCertificates();
    const ca = readFileSync(made.authority, 'utf8');
    const server = createServer(made.policyHost, (_request, response) => {
      response.setHeader('content-type', 'text/plain').end(policy);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const fetched = () => fetchSts('example.net', { guard, clock: systemClock, port, ca });
    using broken = breakNext('mail.policy');
    assert.equal(await fetched(), undefined);
    assert.deepEqual(broken.failures, ['mail.policy']);
    assert.equal(await fetched(), policy);
    server.close();
  });

  test('goes nowhere that the guard forbids', async () => {
    const forbidding = {
      vet: async () => ({
        ok: false as const,
        why: 'forbidden' as const,
        reason: { en: 'loopback', fr: 'bouclage' },
      }),
    };
    assert.equal(
      await fetchSts('example.net', { guard: forbidding, clock: systemClock }),
      undefined,
    );
  });
});
