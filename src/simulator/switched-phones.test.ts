import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ordinary } from './simulated-numbers.ts';
import {
  type PhoneState,
  type ReportHabit,
  readSwitches,
  SwitchedPhones,
  writeSwitches,
} from './switched-phones.ts';

const phone = '33639980001';

function changed(state: PhoneState, reports: ReportHabit = 'usual') {
  const phones = new SwitchedPhones();
  phones.set([{ phone, state, reports, untilMs: 100 }]);
  return phones.change(`+${phone}`, ordinary, 99);
}

suite('a switched phone', () => {
  test('is an ordinary one while it is on, once the time is over, and for others', () => {
    assert.equal(changed('on'), ordinary);
    const phones = new SwitchedPhones();
    phones.set([{ phone, state: 'off', reports: 'usual', untilMs: 100 }]);
    assert.equal(phones.change(phone, ordinary, 100), ordinary);
    assert.equal(phones.change('33639980002', ordinary, 0), ordinary);
    phones.set([]);
    assert.equal(phones.change(phone, ordinary, 0), ordinary);
  });

  test('has its operator answer late, or not take the message', () => {
    assert.deepEqual(changed('slow').answer, { kind: 'accept late', afterMs: 5_000 });
    assert.deepEqual(changed('throttled').answer, { kind: 'refuse', status: 0x58 });
  });

  test('has its reports come in front of the answer, a minute later, or not at all', () => {
    assert.equal(changed('on', 'early').receipts.way, 'in front');
    const [usual] = ordinary.receipts.reports;
    const [late] = changed('on', 'late').receipts.reports;
    assert.deepEqual(
      late?.afterMs,
      usual?.afterMs.map((ms) => ms + 60_000),
    );
    assert.deepEqual(changed('memory full', 'never').receipts.reports, []);
  });

  test('is read as it was written, as long as it holds', () => {
    const kept = { phone, state: 'off', reports: 'late', untilMs: 100 } as const;
    assert.deepEqual(readSwitches(writeSwitches([kept]), 99), [kept]);
    assert.deepEqual(readSwitches(writeSwitches([kept]), 100), []);
    assert.deepEqual(readSwitches(undefined, 0), []);
  });
});
