/** The query and the body of a request: JSON, XML or a form, told apart by their first character. */
import assert from 'node:assert/strict';
import { parseOctetForm } from '#api/adapters/octet-form.ts';
import { parseBody } from '#api/parameters/body.ts';
import { Fields } from '#api/parameters/fields.ts';
import { parseForm } from '#api/parameters/form.ts';
import { Parameters } from '#api/parameters/parameters.ts';
import { isList, type Value } from '#api/parameters/value.ts';
import { latin1, type Target } from '../engine/target.ts';

/** A form may hold 1,000 parameters, JSON and XML as many values as are written. */
const perOctet = 1;

export const parameters: Target = {
  name: 'parameters',
  protocol: 'http',
  seeds: latin1(
    '{"apiKey":"k","to":["+37060000001",{"email":"a@b.example","name":"A"}],"n":-1.5e3,"u":"\\u00e9","x":null}',
    '<?xml version="1.0" encoding="utf-8"?><r b="c"><to>1</to><to><item>2</item></to>&amp;<![CDATA[x]]><!-- y --></r>',
    '<?xml version="1.0" encoding="utf-16"?><r/>',
    'apiKey=k&to[]=1&to[]=2&params[to][0][email]=a%40b&_format=xml&%5Fformat=json&text=%E9+b',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    '[]',
    '\xef\xbb\xbf {"a":{"b":{"c":{"d":[[[1]]]}}}}',
  ),
  read: (octets) => {
    const { parsed } = parseBody(octets);
    parseOctetForm(octets.toString('latin1'));
    const query = parseForm(octets.toString('latin1'));
    for (const each of [parsed, query]) {
      if (!each.ok) continue;
      assert.ok(count(each.values) <= perOctet * octets.length + 2);
      const merged = new Parameters();
      if (merged.merge(each.values) !== undefined) continue;
      for (const name of Object.keys(each.values).slice(0, 20)) new Fields(merged).value(name);
    }
    assert.equal(Object.keys(Object.prototype).length, 0);
  },
};

function count(value: Value): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = isList(value) ? value : Object.values(value);
  return inner.reduce<number>((sum, each) => sum + count(each), 1);
}
