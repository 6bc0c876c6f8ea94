import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#config.ts';
import { shownSettings } from './shown-settings.ts';

test('settings are shown without what lets somebody in', () => {
  const reading = readConfig(
    {
      PARLEY_DATABASE: 'postgres://parley:hunter2@db.example/parley',
      PARLEY_MAIL_RELAY: 'smtp://user:hunter2@mail.example.com:587',
      PARLEY_WEBHOOK_PROXY: 'http://user:hunter2@proxy.example:3128',
      PARLEY_MAIL_MODE: 'relay',
    },
    {},
  );
  assert.ok(reading.ok, JSON.stringify(reading));
  const shown = shownSettings(reading.config);
  assert.doesNotMatch(JSON.stringify(shown), /hunter2/);
  assert.ok(shown.some(({ name, value }) => name === 'port' && value === '8080'));
});
