import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { domainOf, needsSmtpUtf8, parseDomainName, parseEmailAddress } from './email-address.ts';

const localMax = 'a'.repeat(64);

suite('an email address', () => {
  const read: readonly (readonly [string, string])[] = [
    ['Ann.Lee+news@Example.COM', 'Ann.Lee+news@example.com'],
    ["o'hara@mail.example.com", "o'hara@mail.example.com"],
    ['anna@exämple.com', 'anna@xn--exmple-cua.com'],
    ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
    [`${localMax}@example.com`, `${localMax}@example.com`],
  ];
  for (const [text, address] of read) {
    test(`${text} is read as ${address}`, () => assert.equal(parseEmailAddress(text), address));
  }

  const refused: Record<string, string> = {
    'without an @': 'ann.example.com',
    'without a local part': '@example.com',
    'with a space': 'an n@example.com',
    'with a space behind it': 'ann@example.com ',
    'with a space of another alphabet': 'an\u3000n@example.com',
    'with an invisible character': 'an\u200bn@example.com',
    'with a line break': 'ann@example.com\r\nBcc: bob@example.com',
    'with two @': 'ann@bob@example.com',
    'with two dots': 'ann..lee@example.com',
    'that begins with a dot': '.ann@example.com',
    'in quotes': '"ann lee"@example.com',
    'with brackets': '<ann@example.com>',
    'of a domain without a dot': 'ann@localhost',
    'of a domain that ends with a dot': 'ann@example.com.',
    'of an address in brackets': 'ann@[192.0.2.1]',
    'of an address without brackets': 'ann@192.0.2.1',
    'of an address in full-width digits': 'ann@１９２.0.2.1',
    'of a percent-encoded domain': 'ann@ex%61mple.com',
    'of an underscored domain': 'ann@ex_ample.com',
    'of a label that begins with a hyphen': 'ann@-example.com',
    'whose local part has 65 octets': `${localMax}a@example.com`,
    'whose local part has 65 octets in 33 characters': `${'é'.repeat(32)}a@example.com`,
    'of more than 254 octets': `${localMax}@${'a.'.repeat(94)}aaa`,
    'with a lone surrogate': 'an\ud800n@example.com',
  };
  for (const [what, text] of Object.entries(refused)) {
    test(`${what} is refused`, () => assert.equal(parseEmailAddress(text), undefined));
  }

  test('has its domain behind the last @', () => {
    const address = parseEmailAddress('ann@example.com');
    assert.ok(address);
    assert.equal(domainOf(address), 'example.com');
  });

  test('needs SMTPUTF8 for its local part alone', () => {
    const needs = ['ann@exämple.com', 'änn@example.com'].map((text) => {
      const address = parseEmailAddress(text);
      return address !== undefined && needsSmtpUtf8(address);
    });
    assert.deepEqual(needs, [false, true]);
  });

  test('is read again as itself, whatever was written', () => {
    const written = fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress());
    fc.assert(
      fc.property(written, (text) => {
        const address = parseEmailAddress(text);
        if (address !== undefined) assert.equal(parseEmailAddress(address), address);
      }),
    );
  });
});

test('a domain is lower case and A-labels', () => {
  assert.equal(parseDomainName('News.Exämple.com'), 'news.xn--exmple-cua.com');
  assert.equal(parseDomainName('example'), undefined);
});
