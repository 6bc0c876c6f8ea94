import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NameServer } from '#test/harness/name-server.ts';
import { openDns } from './dns.ts';

const long = 'v=DKIM1; k=rsa; p='.padEnd(420, 'A');

async function setup() {
  const server = await NameServer.open({
    'example.com': {
      A: ['192.0.2.1', '192.0.2.2'],
      AAAA: ['2001:db8::1'],
      MX: [
        [10, 'MX1.Example.com'],
        [20, 'mx2.example.com'],
      ],
      TXT: ['v=spf1 -all', ['two ', 'strings']],
    },
    's1._domainkey.example.com': { TXT: [long] },
    'alias.example.com': { CNAME: ['example.com'] },
    '1.2.0.192.in-addr.arpa': { PTR: ['example.com'] },
    'broken.example.com': 'SERVFAIL',
    'closed.example.com': 'REFUSED',
  });
  return { server, dns: openDns([server.address]) };
}

suite('the DNS', () => {
  test('answers each kind of question', async () => {
    const { server, dns } = await setup();
    await using _ = server;
    const answers = await Promise.all([
      dns.findA('example.com'),
      dns.findAaaa('example.com'),
      dns.findMx('example.com'),
      dns.findTxt('example.com'),
      dns.findPtr('192.0.2.1'),
    ]);
    assert.deepEqual(
      answers.map((answer) => (answer.found === 'records' ? answer.records : answer)),
      [
        ['192.0.2.1', '192.0.2.2'],
        ['2001:db8::1'],
        [
          { preference: 10, exchange: 'mx1.example.com' },
          { preference: 20, exchange: 'mx2.example.com' },
        ],
        [['v=spf1 -all'], ['two ', 'strings']],
        ['example.com'],
      ],
    );
  });

  test('shows a long text as the strings it consists of', async () => {
    const { server, dns } = await setup();
    await using _ = server;
    const answer = await dns.findTxt('s1._domainkey.example.com');
    assert.deepEqual(answer, {
      found: 'records',
      records: [[long.slice(0, 255), long.slice(255)]],
    });
  });

  test('follows an alias to the record', async () => {
    const { server, dns } = await setup();
    await using _ = server;
    const answer = await dns.findAaaa('alias.example.com');
    assert.deepEqual(answer, { found: 'records', records: ['2001:db8::1'] });
  });

  test('tells a name without such a record from no name, and both from not knowing', async () => {
    const { server, dns } = await setup();
    await using _ = server;
    assert.deepEqual(await dns.findMx('s1._domainkey.example.com'), { found: 'no record' });
    assert.deepEqual(await dns.findMx('nowhere.example.com'), { found: 'no name' });
    assert.deepEqual(await dns.findMx('broken.example.com'), {
      found: 'unknown',
      why: {
        en: 'the name server failed (SERVFAIL)',
        fr: 'le serveur de noms a échoué (SERVFAIL)',
      },
    });
    assert.deepEqual(await dns.findMx('closed.example.com'), {
      found: 'unknown',
      why: {
        en: 'the name server refused the question',
        fr: 'le serveur de noms a refusé la question',
      },
    });
  });

  test('is asked anew each time: what was put right shows at once', async () => {
    const { server, dns } = await setup();
    await using _ = server;
    assert.deepEqual(await dns.findTxt('new.example.com'), { found: 'no name' });
    server.zone['new.example.com'] = { TXT: ['here'] };
    assert.deepEqual(await dns.findTxt('new.example.com'), {
      found: 'records',
      records: [['here']],
    });
    server.zone['new.example.com'] = { TXT: ['changed'] };
    assert.deepEqual(await dns.findTxt('new.example.com'), {
      found: 'records',
      records: [['changed']],
    });
    assert.deepEqual(
      server.asked,
      Array.from({ length: 3 }, () => 'TXT new.example.com'),
    );
  });

  test('that does not answer is unknown, not empty', async () => {
    await using server = await NameServer.open({ 'example.com': 'silence' });
    const dns = openDns([server.address], { timeout: 50, tries: 1 });
    assert.deepEqual(await dns.findA('example.com'), {
      found: 'unknown',
      why: {
        en: 'no name server answered in time',
        fr: 'aucun serveur de noms n’a répondu à temps',
      },
    });
  });
});
