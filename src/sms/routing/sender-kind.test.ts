import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorDefaults } from '#sms/operator.ts';
import { senderAddress } from '../links/submit-pdu.ts';
import { senderKindOf } from './route.ts';

test('a number is short for the choice of a route where it is for the type of number in a submit', () => {
  for (const sender of ['360', '36180', '361809', '+3618099', '36180999', '+33639980101']) {
    const isShort = senderKindOf(sender) === 'short';
    const { ton, npi } = senderAddress(sender, operatorDefaults);
    assert.equal(`${ton}/${npi}`, isShort ? '3/0' : '1/1', sender);
  }
});
