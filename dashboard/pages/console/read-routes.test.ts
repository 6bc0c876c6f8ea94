import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readRoutes } from './read-routes.ts';

const operators = new Map([['acme', 3]]);

suite('a pasted table of routes', () => {
  test('is read by its heading, with what is usual where nothing is said', () => {
    const read = readRoutes('prefix,operator\r\n+33,acme\r\n,acme\r\n', operators);
    assert.ok(read.ok);
    assert.deepEqual(read.routes[0], {
      prefix: '33',
      operatorId: 3,
      network: '',
      grade: null,
      senders: [],
      priority: 1,
      weight: 1,
      buyPrice: null,
      enabled: true,
    });
    assert.equal(read.routes[1]?.prefix, '');
  });

  test('takes what the export writes', () => {
    const text =
      'prefix,operator,network,grade,senders,priority,weight,buy_price,state\r\n' +
      '33,acme,20801,2,"long,word",7,3,0.02,off\r\n';
    const read = readRoutes(text, operators);
    assert.partialDeepStrictEqual(read, {
      routes: [{ senders: ['long', 'word'], grade: 2, buyPrice: '0.02', enabled: false }],
    });
  });

  test('tells every line that does not read, by its number and its column', () => {
    const text =
      'operator;prefix;weight\nacme;33;1\nother;34;1\n\nacme;x;1\nacme;35;0\nacme;33;2\n';
    assert.deepEqual(readRoutes(text, operators), {
      ok: false,
      problems: [
        { line: 3, what: 'operator', text: 'other' },
        { line: 5, what: 'prefix', text: 'x' },
        { line: 6, what: 'weight', text: '0' },
        { line: 7, what: 'twice', text: '33' },
      ],
    });
  });

  test('wants a heading that it knows, and a row', () => {
    for (const [text, what] of [
      ['33,acme', 'heading'],
      ['prefix,operator,colour\n33,acme,red', 'heading'],
      ['prefix,operator\n', 'empty'],
    ] as const) {
      assert.partialDeepStrictEqual(readRoutes(text, operators), { problems: [{ line: 1, what }] });
    }
  });
});
