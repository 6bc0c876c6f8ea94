import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { aTrunk } from '#test/harness/records.ts';
import { type SipRequest, scanDatagram } from '../sip/message.ts';
import type { TrunkSettings } from '../trunks/trunk.ts';
import { trunkDefaults } from '../trunks/trunk.ts';
import { callerIdentity } from './caller-identity.ts';
import { dialledNumber } from './dialled-number.ts';
import { divertedBy } from './diversions.ts';
import { outgoingLeg } from './outgoing-leg.ts';

/** An INVITE with these lines, as it would come from a carrier. */
function invite(uri: string, ...lines: readonly string[]): SipRequest {
  const text = [`INVITE ${uri} SIP/2.0`, ...lines, 'Content-Length: 0', '', ''].join('\r\n');
  const scanned = scanDatagram(Buffer.from(text, 'latin1'));
  assert.ok(scanned.ok && scanned.message.kind === 'request');
  return scanned.message;
}

const dialled = 'sip:+33755000001@192.0.2.1';

suite('the dialled number', () => {
  for (const [uri, settings, digits] of [
    ['sip:+33755000001@192.0.2.1', {}, '33755000001'],
    ['sip:33755000001@192.0.2.1;user=phone', {}, '33755000001'],
    ['sip:0033755000001@192.0.2.1', {}, '33755000001'],
    ['sip:0755000001@192.0.2.1', { homeCountry: 'FR' }, '33755000001'],
    ['sip:0755000001@192.0.2.1', {}, undefined],
    ['tel:+33-7-55-00-00-01', {}, '33755000001'],
    ['sip:+33755000001;npdi;rn=+33900@192.0.2.1', {}, '33755000001'],
    ['sip:%2B33755000001@192.0.2.1', {}, '33755000001'],
    ['sip:99933755000001@192.0.2.1', { stripPrefix: '999' }, '33755000001'],
    ['sip:755000001@192.0.2.1', { addPrefix: '33' }, '33755000001'],
    ['sip:192.0.2.1', {}, undefined],
    ['sip:sales@192.0.2.1', {}, undefined],
    ['urn:service:sos', {}, undefined],
  ] as const satisfies readonly (readonly [string, Partial<TrunkSettings>, string | undefined])[]) {
    test(`of ${uri} is ${digits}${JSON.stringify(settings)}`, () => {
      assert.equal(dialledNumber(invite(uri), { ...trunkDefaults, ...settings }), digits);
    });
  }

  test('stands where the trunk says', () => {
    const request = invite(
      'sip:trunk-7f3a@192.0.2.1',
      'To: "Desk" <sip:+33755000001@carrier.example>',
      'P-Called-Party-ID: <sip:+33755000002@carrier.example>',
      'X-DID: 33755000003',
    );
    for (const [numberFrom, digits] of [
      ['to', '33755000001'],
      ['p-called-party-id', '33755000002'],
      ['header:x-did', '33755000003'],
      ['header:x-none', undefined],
      ['ruri', undefined],
    ] as const) {
      assert.equal(dialledNumber(request, { ...trunkDefaults, numberFrom }), digits, numberFrom);
    }
  });
});

suite('the caller', () => {
  const from = 'From: "Ada" <sip:+33612345678@carrier.example>;tag=1';
  const pai = 'P-Asserted-Identity: <sip:+33699999999@carrier.example>';
  const hidden = 'From: "Anonymous" <sip:anonymous@anonymous.invalid>;tag=1';
  for (const [what, lines, settings, identity] of [
    ['is who From says', [from, pai], {}, ['33612345678', 'Ada', false]],
    [
      'is who a trusted carrier vouches for',
      [from, pai],
      { trustedIdentity: true },
      ['33699999999', '', false],
    ],
    ['hides behind an anonymous From', [hidden, pai], {}, ['', '', true]],
    [
      'hides, and a trusted carrier knows who',
      [hidden, pai],
      { trustedIdentity: true },
      ['33699999999', '', true],
    ],
    ['hides by Privacy', [from, 'Privacy: id'], {}, ['33612345678', 'Ada', true]],
    ['does not hide by Privacy: none', [from, 'Privacy: none'], {}, ['33612345678', 'Ada', false]],
    ['is nobody where From cannot be read', ['From: nonsense'], {}, ['', '', true]],
    ['may be an extension', ['From: <sip:1042@pbx.example>;tag=1'], {}, ['1042', '', false]],
  ] as const satisfies readonly (readonly [
    string,
    readonly string[],
    Partial<TrunkSettings>,
    readonly [string, string, boolean],
  ])[]) {
    test(what, () => {
      const caller = callerIdentity(invite(dialled, ...lines), { ...trunkDefaults, ...settings });
      assert.deepEqual([caller.number, caller.name, caller.isPrivate], identity);
    });
  }
});

suite('the leg that we make', () => {
  const lines = ['From: "Ada" <sip:+33612345678@carrier.example>;tag=1', 'Identity: signature'];

  function legOf(settings: Partial<TrunkSettings>, ...more: readonly string[]) {
    const request = invite(dialled, ...lines, ...more);
    const trunk = {
      ...aTrunk({ host: 'sip.carrier.example', ...settings }),
      id: 1,
      tracedUntilMs: 0,
    };
    const caller = callerIdentity(request, { ...trunkDefaults, trustedIdentity: true });
    const numbers = ['33755000001'];
    return outgoingLeg({
      request,
      caller,
      trunk,
      target: '33112345678',
      numbers,
      host: 'us.example',
    });
  }

  function valuesOf(leg: ReturnType<typeof legOf>, name: string): readonly string[] {
    return leg.headers.filter(([each]) => each === name).map(([, value]) => value);
  }

  test('shows the caller, and says who led the call on', () => {
    const leg = legOf({});
    assert.equal(leg.uri, 'sip:+33112345678@sip.carrier.example;user=phone');
    assert.equal(leg.to, `<${leg.uri}>`);
    assert.equal(leg.from, '"Ada" <sip:+33612345678@us.example>');
    assert.deepEqual(leg.headers, [
      ['p-asserted-identity', '<sip:+33612345678@us.example>'],
      ['diversion', '<sip:+33755000001@us.example>;reason=unconditional;counter=1'],
      ['history-info', '<sip:+33755000001@us.example>;index=1'],
      ['history-info', '<sip:+33112345678@us.example;cause=302>;index=1.1'],
      ['identity', 'signature'],
    ]);
  });

  test('continues what it received', () => {
    const leg = legOf(
      {},
      'Diversion: <sip:+4420123456@a.example>;reason=user-busy',
      'History-Info: <sip:+4420123456@a.example>;index=1, <sip:+33755000001@b.example>;index=1.1',
    );
    assert.equal(valuesOf(leg, 'diversion').length, 2);
    assert.match(must(valuesOf(leg, 'diversion')[0], 'diversion'), /^<sip:\+33755000001/);
    assert.match(must(valuesOf(leg, 'history-info').at(-1), 'history'), /index=1\.1\.1\.1$/);
  });

  test('passes on what it received, or nothing, where the trunk wants that', () => {
    const received = 'Diversion: <sip:+4420123456@a.example>';
    const passed = legOf({ diversion: 'propagate' }, received);
    assert.deepEqual(valuesOf(passed, 'diversion'), ['<sip:+4420123456@a.example>']);
    assert.deepEqual(valuesOf(legOf({ diversion: 'none' }, received), 'diversion'), []);
  });

  test('shows our number where the carrier takes no other, and no signature of another From', () => {
    const leg = legOf({ from: 'did', pai: 'did', numberForm: 'digits' });
    assert.equal(leg.from, '<sip:33755000001@us.example>');
    assert.deepEqual(valuesOf(leg, 'p-asserted-identity'), ['<sip:33755000001@us.example>']);
    assert.deepEqual(valuesOf(leg, 'identity'), []);
  });

  test('hides who hides, and tells only a trusted carrier who it is', () => {
    const leg = legOf({}, 'Privacy: id');
    assert.equal(leg.from, '"Anonymous" <sip:anonymous@anonymous.invalid>');
    assert.deepEqual(valuesOf(leg, 'p-asserted-identity'), []);
    assert.deepEqual(valuesOf(leg, 'privacy'), ['id']);
    const trusted = legOf({ trustedIdentity: true }, 'Privacy: id');
    assert.equal(trusted.from, '"Anonymous" <sip:anonymous@anonymous.invalid>');
    assert.deepEqual(valuesOf(trusted, 'p-asserted-identity'), ['<sip:+33612345678@us.example>']);
  });

  test('knows by whom a call was led on, in whichever header', () => {
    const request = invite(
      dialled,
      'Diversion: <tel:+33-1-00>, <sip:0033755000001@a.example>',
      'History-Info: <sip:+33755000002@b.example>;index=1',
    );
    assert.deepEqual(divertedBy(request), ['33-1-00', '33755000001', '33755000002']);
  });
});
