import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFictionNumber, type PhoneNumber } from '#core/phone-number.ts';
import { calledPhones, ordinaryPhone, planOfPhone } from './called-phones.ts';

test('each built-in phone has a number for films and examples, and a sentence', () => {
  assert.equal(new Set(calledPhones.map(({ number }) => number)).size, calledPhones.length);
  for (const { number, description, plan } of calledPhones) {
    assert.ok(isFictionNumber(number.slice(1) as PhoneNumber), number);
    assert.match(description, /\.$/);
    assert.equal(planOfPhone(number.slice(1)), plan);
  }
  assert.equal(planOfPhone('33639980001'), ordinaryPhone);
});
