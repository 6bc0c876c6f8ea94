import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { openDns } from '#core/dns.ts';
import { parseDomainName } from '#core/email-address.ts';
import { createSealer } from '#core/sealed.ts';
import { NameServer, type Zone } from '#test/harness/name-server.ts';
import { checkDomain, type DomainReport } from './domain-check.ts';
import { makeKeys } from './domain-keys.ts';
import { keyRecordName, keyRecordText, type MailDomain } from './mail-domain.ts';

const name = must(parseDomainName('example.com'), 'domain');
const keys = await makeKeys({ accountId: 1, name }, createSealer(Buffer.alloc(32, 7)));
const domain: MailDomain = {
  id: 1,
  accountId: 1,
  name,
  keys,
  rotation: 0,
  createdAtMs: 0,
  verifiedAtMs: null,
  proofCheckedAtMs: 0,
  proofMissingAtMs: null,
  staysHere: false,
  returnPathAtMs: null,
};
const [s1, e1, s2] = keys;
assert.ok(s1 && e1 && s2);
const serverName = 'mail.parley.example';

/** Everything as it should be. */
function goodZone(): Zone {
  return {
    'example.com': { A: ['192.0.2.80'] },
    ...Object.fromEntries(
      keys.map((key) => [keyRecordName(key, name), { TXT: [keyRecordText(key)] }]),
    ),
    '_dmarc.example.com': { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@example.com'] },
    'b.example.com': { MX: [[10, serverName]], TXT: [`v=spf1 a:${serverName} -all`] },
    [serverName]: { A: ['192.0.2.25'] },
    '25.2.0.192.in-addr.arpa': { PTR: [serverName] },
  };
}

async function check(changes: Zone = {}, sends = true): Promise<DomainReport> {
  await using server = await NameServer.open({ ...goodZone(), ...changes });
  const dns = openDns([server.address], { timeout: 200, tries: 1 });
  return await checkDomain(domain, { dns, serverName, sendsItself: sends }, 0);
}

async function judge(place: string, changes: Zone): Promise<readonly [string, string]> {
  const { records } = await check(changes);
  const found = records.find((each) => each.name === place && each.type !== 'MX');
  assert.ok(found, place);
  return [found.verdict, found.why.en];
}

suite('a sending domain', () => {
  test('of which everything is there is ready, and proved', async () => {
    const report = await check();
    assert.deepEqual(
      report.records.map(({ purpose, verdict, why }) => [purpose, verdict, why.en]),
      [
        ['signature', 'ok', ''],
        ['signature', 'ok', ''],
        ['next signature', 'ok', ''],
        ['DMARC', 'ok', ''],
        ['return path', 'ok', ''],
        ['return path SPF', 'ok', ''],
        ['server name', 'ok', ''],
      ],
    );
    assert.deepEqual([report.verdict, report.isProved], ['ok', true]);
  });

  test('is reported in French as well', async () => {
    const ready = await check();
    assert.equal(
      ready.sentence.fr,
      'Prêt, d’après les enregistrements vérifiés : clés qui signent, prochaine clé, DMARC, chemin de retour, SPF, nom du serveur.',
    );
    const spf = ['v=spf1 ipv4:192.0.2.1 -all'];
    const wrong = await check({
      's1._domainkey.example.com': { TXT: ['v=DKIM1; k=rsa; p=AAAA'] },
      'e1._domainkey.example.com': 'SERVFAIL',
      '_dmarc.example.com': 'NXDOMAIN',
      'b.example.com': { MX: [[10, serverName]], TXT: spf },
    });
    assert.equal(wrong.sentence.fr, 'Pas prêt : un enregistrement n’a pas la valeur attendue.');
    assert.deepEqual(
      wrong.records.filter(({ verdict }) => verdict !== 'ok').map(({ why }) => why.fr),
      [
        'C’est une autre clé.',
        'La recherche dans le DNS a échoué : le serveur de noms a échoué (SERVFAIL).',
        'Il n’y a pas de politique sous _dmarc.example.com : Gmail et Yahoo en demandent une.',
        '« ipv4:192.0.2.1 » dans l’enregistrement SPF de b.example.com n’est pas un mécanisme.',
      ],
    );
  });

  test('of which nothing is there is told what to enter', async () => {
    await using server = await NameServer.open();
    const dns = openDns([server.address]);
    const report = await checkDomain(domain, { dns, serverName: undefined, sendsItself: false }, 0);
    assert.deepEqual([report.verdict, report.isProved], ['missing', false]);
    const [first] = report.records;
    assert.equal(first?.name, 's1._domainkey.example.com');
    assert.equal(first.expected, keyRecordText(s1));
    assert.match(first.why.en, /^There is no such record/);
  });

  test('whose name servers fail is unknown, never missing', async () => {
    const failing = Object.fromEntries(
      Object.keys(goodZone()).map((each) => [each, 'SERVFAIL' as const]),
    );
    const report = await check(failing);
    assert.deepEqual([report.verdict, report.isProved], ['unknown', false]);
    for (const { verdict, name: place } of report.records) assert.equal(verdict, 'unknown', place);
  });

  test('that a relay sends for needs no server of ours to be allowed', async () => {
    const report = await check({ 'b.example.com': { MX: [[10, serverName]] } }, false);
    assert.equal(report.verdict, 'ok');
    assert.deepEqual(report.records.map(({ purpose }) => purpose).slice(3), [
      'DMARC',
      'return path',
    ]);
  });

  test('is not held up by the key of later', async () => {
    const report = await check({ 's2._domainkey.example.com': 'NXDOMAIN' });
    assert.equal(report.verdict, 'ok');
  });
});

suite('the record of a key', () => {
  const place = 's1._domainkey.example.com';
  const text = keyRecordText(s1);
  const half = text.length / 2;
  const cases: readonly (readonly [string, Zone, readonly [string, RegExp]])[] = [
    [
      'in strings of any length',
      { [place]: { TXT: [[text.slice(0, 100), text.slice(100, 300), text.slice(300)]] } },
      ['ok', /^$/],
    ],
    [
      'with blanks in its key',
      { [place]: { TXT: [text.replace('p=MII', 'p=M II ')] } },
      ['ok', /^$/],
    ],
    ['without a version', { [place]: { TXT: [text.replace('v=DKIM1; ', '')] } }, ['ok', /^$/]],
    ['of a domain that tests', { [place]: { TXT: [`${text}; t=y`] } }, ['ok', /only tests/]],
    [
      'split over two records',
      { [place]: { TXT: [text.slice(0, half), text.slice(half)] } },
      ['wrong', /split over 2 records/],
    ],
    [
      'beside another record',
      { [place]: { TXT: [text, 'v=DKIM1; p=AAAA'] } },
      ['wrong', /There are 2 records/],
    ],
    ['in quotes', { [place]: { TXT: [`"${text}"`] } }, ['wrong', /quoted/]],
    ['with backslashes', { [place]: { TXT: [text.replaceAll(';', '\\;')] } }, ['wrong', /quoted/]],
    ['cut off', { [place]: { TXT: [text.slice(0, 255)] } }, ['wrong', /cut off after 237 of 392/]],
    [
      'of another selector',
      { [place]: { TXT: [keyRecordText(s2)] } },
      ['wrong', /Wrong selector: this is the key of s2/],
    ],
    [
      'that is another key',
      { [place]: { TXT: ['v=DKIM1; k=rsa; p=AAAA'] } },
      ['wrong', /another key/],
    ],
    ['that is revoked', { [place]: { TXT: ['v=DKIM1; p='] } }, ['wrong', /revoked/]],
    [
      'of another kind',
      { [place]: { TXT: [text.replace('k=rsa', 'k=ed25519')] } },
      ['wrong', /k= is ed25519, not rsa/],
    ],
    ['for another hash', { [place]: { TXT: [`${text}; h=sha1`] } }, ['wrong', /leaves out sha256/]],
    ['that is something else', { [place]: { TXT: ['hello'] } }, ['wrong', /no DKIM key/]],
    [
      'behind its domain twice',
      { [place]: 'NXDOMAIN', [`${place}.example.com`]: { TXT: [text] } },
      ['wrong', /adds the domain by itself/],
    ],
    [
      'by an alias',
      { [place]: { CNAME: ['k.example.net'] }, 'k.example.net': { TXT: [text] } },
      ['ok', /^$/],
    ],
    ['that nobody could look up', { [place]: 'REFUSED' }, ['unknown', /refused/]],
  ];
  for (const [what, zone, [verdict, why]] of cases) {
    test(what, async () => {
      const judged = await judge(place, zone);
      assert.equal(judged[0], verdict);
      assert.match(judged[1], why);
    });
  }
});

suite('SPF of the return path', () => {
  const place = 'b.example.com';
  const spf = (...TXT: string[]): Zone => ({ [place]: { MX: [[10, serverName]], TXT } });
  const chain = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `i${at}.example`,
      { TXT: [`v=spf1 include:i${at + 1}.example -all`] },
    ]),
  );
  const cases: readonly (readonly [string, Zone, readonly [string, RegExp]])[] = [
    ['by address', spf('v=spf1 ip4:192.0.2.0/24 -all'), ['ok', /^$/]],
    ['by a range with bits behind it', spf('v=spf1 ip4:192.0.2.77/24 ~all'), ['ok', /^$/]],
    ['by mx', spf('v=spf1 mx -all'), ['ok', /^$/]],
    [
      'by an include',
      {
        ...spf('v=spf1 include:spf.parley.example -all'),
        'spf.parley.example': { TXT: ['v=spf1 ip4:192.0.2.25 -all'] },
      },
      ['ok', /^$/],
    ],
    [
      'by a redirect',
      {
        ...spf('v=spf1 redirect=spf.parley.example'),
        'spf.parley.example': { TXT: ['v=spf1 a:mail.parley.example -all'] },
      },
      ['ok', /^$/],
    ],
    [
      'beside other texts',
      spf('google-site-verification=x', 'v=spf1 a:mail.parley.example -all'),
      ['ok', /^$/],
    ],
    [
      'that allows others',
      spf('v=spf1 ip6:2001:db8::/32 ip4:198.51.100.1 -all'),
      ['wrong', /192\.0\.2\.25 is not among/],
    ],
    ['that refuses us', spf('v=spf1 -a:mail.parley.example +all'), ['wrong', /not among/]],
    ['twice', spf('v=spf1 mx -all', 'v=spf1 a -all'), ['wrong', /2 SPF records/]],
    [
      'of too many look-ups',
      { ...spf('v=spf1 include:i0.example -all'), ...chain },
      ['wrong', /more than 10 look-ups/],
    ],
    [
      'with a word that is none',
      spf('v=spf1 ipv4:192.0.2.1 -all'),
      ['wrong', /"ipv4:192\.0\.2\.1" .* is no mechanism/],
    ],
    ['with an address that is none', spf('v=spf1 ip4:192.0.2 -all'), ['wrong', /names no address/]],
    [
      'with a prefix that is none',
      spf('v=spf1 ip4:192.0.2.0/: -all'),
      ['wrong', /names no address/],
    ],
    ['that is not there', spf('hello'), ['missing', /no SPF record/]],
    [
      'whose include cannot be looked up',
      { ...spf('v=spf1 include:x.example -all'), 'x.example': 'SERVFAIL' },
      ['unknown', /x\.example could not be looked up/],
    ],
  ];
  for (const [what, zone, [verdict, why]] of cases) {
    test(what, async () => {
      const judged = await judge(place, zone);
      assert.deepEqual([judged[0], why.test(judged[1])], [verdict, true], judged[1]);
    });
  }
});

function dmarc(...TXT: string[]): Zone {
  return { '_dmarc.example.com': { TXT } };
}

suite('other records', () => {
  test('DMARC may be that of the domain above, but not two, nor without a policy', async () => {
    const place = '_dmarc.example.com';
    assert.deepEqual(await judge(place, dmarc('v=DMARC1; p=reject')), ['ok', '']);
    assert.match(
      (await judge(place, dmarc('v=DMARC1; p=none', 'v=DMARC1; p=none')))[1],
      /2 DMARC records/,
    );
    assert.equal((await judge(place, dmarc('v=DMARC1; rua=mailto:x@example.com')))[0], 'wrong');
    assert.equal((await judge(place, dmarc('hello')))[0], 'missing');
    const below = { ...domain, name: must(parseDomainName('news.example.com'), 'domain') };
    await using server = await NameServer.open(goodZone());
    const dns = openDns([server.address]);
    const report = await checkDomain(below, { dns, serverName: undefined, sendsItself: false }, 0);
    const found = report.records.find(({ purpose }) => purpose === 'DMARC');
    assert.deepEqual([found?.verdict, found?.why.en], ['ok', 'The policy of example.com holds.']);
  });

  test('the server has a name that leads back to it', async () => {
    const report = await check({ '25.2.0.192.in-addr.arpa': { PTR: ['host25.isp.example'] } });
    const found = report.records.find(({ purpose }) => purpose === 'server name');
    assert.deepEqual(
      [found?.verdict, found?.why.en, found?.found],
      ['wrong', `192.0.2.25 does not lead back to ${serverName}.`, ['host25.isp.example']],
    );
  });

  test('bounces come back to this server', async () => {
    const report = await check({
      'b.example.com': { MX: [[5, 'mx.other.example']], TXT: ['v=spf1 ip4:192.0.2.25 -all'] },
    });
    const found = report.records.find(({ purpose }) => purpose === 'return path');
    assert.deepEqual([found?.verdict, found?.found], ['wrong', ['5 mx.other.example']]);
    assert.equal(report.verdict, 'ok');
  });
});
