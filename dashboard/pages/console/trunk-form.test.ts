import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { blankTrunk, formOfTrunk, settingsOfForm, trunkFields, trunkGroups } from './trunk-form.ts';

suite('the form of a trunk', () => {
  test('asks each setting once', () => {
    const asked = trunkGroups.flatMap(({ names }) => names);
    assert.deepEqual(asked.toSorted(), Object.keys(trunkFields).toSorted());
  });

  test('gives back what it was given', () => {
    const settings = settingsOfForm({
      ...blankTrunk,
      sources: '192.0.2.0/24, 198.51.100.7',
      port: '5060',
      maxCalls: '',
    });
    assert.deepEqual(settings.sources, ['192.0.2.0/24', '198.51.100.7']);
    assert.deepEqual([settings.port, settings.maxCalls, settings.maxCps], [5060, null, 50]);
    assert.deepEqual(settingsOfForm(formOfTrunk(settings)), settings);
  });
});
