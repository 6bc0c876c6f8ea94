/** Which base a request reaches: by its path, and by the host that it names. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ApiWorld, liveKey, openApiWorld } from '#test/harness/api-world.ts';

const mailHost = 'mail.example';

function openWorld(): Promise<ApiWorld> {
  return openApiWorld({ mailHost });
}

/** The credits that the account's command names: each base has its own. */
async function creditsAt(world: ApiWorld, host: string, path: string): Promise<string> {
  const head = `GET ${path}?apiKey=${liveKey} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const reply = await world.raw(head);
  assert.match(reply, /^HTTP\/1\.1 200 /, `${host} ${path}: ${reply}`);
  return /"(?<name>creditSms|creditMail)":/.exec(reply)?.groups?.['name'] ?? 'none';
}

suite('the host that a request names', () => {
  const ways = ['/v1/me', '//v1/me', '/v1//me/', '///v1///me'];

  for (const host of ['mail.example', 'MAIL.EXAMPLE:8080', 'Mail.Example:80']) {
    for (const path of ways) {
      test(`${host} has the email base at ${path}`, async () => {
        await using world = await openWorld();
        assert.equal(await creditsAt(world, host, path), 'creditMail');
      });
    }
  }

  test('any other has the SMS base there', async () => {
    await using world = await openWorld();
    const others = ['sms.example', 'mail.example.net', 'xmail.example', '127.0.0.1', ''];
    for (const host of others) {
      for (const path of ways) assert.equal(await creditsAt(world, host, path), 'creditSms', host);
    }
  });

  test('the email base stands below /mail at every host, and doubled slashes change nothing', async () => {
    await using world = await openWorld();
    for (const host of ['sms.example', mailHost]) {
      for (const path of ['/mail/v1/me', '//mail//v1/me']) {
        assert.equal(await creditsAt(world, host, path), 'creditMail', `${host} ${path}`);
      }
    }
  });
});
