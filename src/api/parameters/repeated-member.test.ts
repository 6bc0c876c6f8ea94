import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findRepeatedMember } from './repeated-member.ts';

function find(text: string): string | undefined {
  return findRepeatedMember(text, Object.keys(JSON.parse(text) as object).length);
}

suite('a member that is there twice', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['{}', undefined],
    ['{"a":1}', undefined],
    ['{"a":1,"b":1}', undefined],
    ['{"a":"x","a":"y"}', 'a'],
    ['{"a":"x","a":"x"}', undefined],
    [' { "a" : "x" , "a" : "x" } ', undefined],
    ['{"a":1,"b":{"c":1,"c":2},"d":[{"a":1},{"a":2}]}', undefined],
    ['{"a":{"b":1},"a":{"b":2}}', 'a'],
    ['{"a":[1,2],"a":[1,2,3]}', 'a'],
    ['{"a":"\\",\\"a\\":\\"","b":":,{}[]"}', undefined],
    ['{"a":"\\\\","a":"\\\\\\\\"}', 'a'],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
  ];
  for (const [text, name] of cases) {
    test(`of ${text} is ${name ?? 'none'}`, () => assert.equal(find(text), name));
  }

  test('is found in whatever JSON there is, and none where JSON.stringify wrote it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (members, other) => {
        const text = JSON.stringify(members);
        assert.equal(find(text), undefined);
        const [name] = Object.keys(members);
        if (name === undefined) return;
        const written = JSON.stringify(other);
        const twice = `${text.slice(0, -1)},${JSON.stringify(name)}:${written}}`;
        const isSame = JSON.stringify(members[name]) === written;
        assert.equal(find(twice), isSame ? undefined : name);
      }),
    );
  });

  test('is looked for once through, however long texts are', () => {
    const long = 'x\\"\\\\'.repeat(400_000);
    assert.equal(find(`{"a":"${long}","b":"${long}"}`), undefined);
    assert.equal(find(`{"a":"${long}","b":1,"b":2}`), 'b');
  });
});
