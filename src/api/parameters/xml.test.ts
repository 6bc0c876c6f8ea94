import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import type { Values } from './value.ts';
import { parseXml } from './xml.ts';

function read(text: string): Values {
  const parsed = parseXml(text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return JSON.parse(JSON.stringify(parsed.values)) as Values;
}

function refusal(text: string): string | undefined {
  const parsed = parseXml(text);
  return parsed.ok ? undefined : parsed.problem.word;
}

function deep(levels: number): string {
  return '<a>'.repeat(levels) + '</a>'.repeat(levels);
}

suite('an XML body', () => {
  test('has its parameters in the children of any root, as text', () => {
    assert.deepEqual(
      read(
        '<?xml version="1.0"?>\n<any a="1">\n <to>+33</to>\n <n>007</n> <e/><s>  </s>\n</any>\n',
      ),
      { to: '+33', n: '007', e: '', s: '  ' },
    );
  });

  test('repeats an element for a list, or lists item or entry', () => {
    const expected = { to: ['1', '2'] };
    assert.deepEqual(read('<r><to>1</to><to>2</to></r>'), expected);
    assert.deepEqual(read('<r><to><item>1</item><item>2</item></to></r>'), expected);
    assert.deepEqual(read('<r><to> <entry>1</entry> <entry>2</entry> </to></r>'), expected);
    assert.deepEqual(read('<r><to><item>1</item></to></r>'), { to: ['1'] });
    assert.deepEqual(read('<r><p><to><email>a</email></to><to><email>b</email></to></p></r>'), {
      p: { to: [{ email: 'a' }, { email: 'b' }] },
    });
  });

  test('decodes references once, and leaves what CDATA protects', () => {
    assert.deepEqual(read('<r><a>&#233;&#xE9;&amp;amp;&lt;&quot;&apos;&gt;&#x1F600;</a></r>'), {
      a: `éé&amp;<"'>😀`,
    });
    assert.deepEqual(read('<r><a>x<![CDATA[<b>&foo;<!DOCTYPE html>]]>y<!-- &z; --></a></r>'), {
      a: 'x<b>&foo;<!DOCTYPE html>y',
    });
  });

  test('ends its lines in line feeds, and keeps a written carriage return', () => {
    assert.deepEqual(read('<r><a>1\r\n2\r3&#13;</a></r>'), { a: '1\n2\n3\r' });
  });

  test('is refused with a document type or an entity that nobody declared', () => {
    assert.equal(refusal('<!DOCTYPE r><r/>'), 'XML has a document type');
    assert.equal(refusal('<r><!DOCTYPE r></r>'), 'XML has a document type');
    assert.equal(refusal('<!ENTITY x "y"><r/>'), 'XML has a document type');
    const references = [
      '&nbsp;',
      '&',
      '&;',
      '&#;',
      '&#x;',
      '&AMP;',
      '&#0;',
      '&#xD800;',
      '&#1114112;',
    ];
    for (const wrong of references) {
      assert.equal(refusal(`<r><a>${wrong}</a></r>`), 'XML has an unknown entity', wrong);
    }
  });

  test('is refused when it is not balanced', () => {
    const broken = ['<r>', '</r>', '<r></s>', '<r><a></r></a>', '<r/><s/>', 'x<r/>', '<r/>x', '<r'];
    broken.push('< r/>', '<1/>', '<r a/>', '<r a=b/>', '<r a="<"/>', '<r></r a="1">', '<!-- <r/>');
    broken.push('<![CDATA[x]]><r/>', '<r><![CDATA[x</r>', '<?x <r/>', '<r>\0</r>', '<r>\ufffe</r>');
    for (const text of broken) assert.equal(refusal(text), 'body is not XML', text);
  });

  test('is bounded in depth and in elements', () => {
    assert.equal(refusal(deep(31)), undefined);
    assert.equal(refusal(deep(32)), 'nesting is too deep');
    assert.equal(refusal(`<r>${'<a/>'.repeat(20_000)}</r>`), 'too many elements');
  });

  test('reads any text back that was escaped', () => {
    const legal = /^[\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(legal.test(text));
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        assert.deepEqual(read(`<r><a>${escaped}</a></r>`), { a: text });
      }),
    );
  });
});
