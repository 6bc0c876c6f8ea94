/** Who calls, as the callee, lists and mails see it: names in UTF-8, and numbers without their country. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import { number, target } from '#test/harness/call-world.ts';
import { openCallingApp } from '#test/harness/calling-program.ts';
import { pause } from '#test/harness/pause.ts';
import { dial, openPhone } from '#test/harness/sip-phones.ts';

const timeout = 60_000;

/** Octets as the header's text holds them. */
function octetsOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** From as the callee gets it, of a caller who writes it so. */
async function fromAtCallee(from: string): Promise<string> {
  await using caller = await openPhone();
  await using callee = await openPhone();
  await using app = await openCallingApp({ calleePort: callee.hop.port });
  const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1`, from });
  const incoming = await callee.told.calls.next();
  incoming.refuse(486);
  await caller.told.failed.next();
  const { request } = incoming;
  const asserted = request.headers.get('p-asserted-identity') ?? '';
  return `${request.headers.get('from') ?? ''} ${asserted}`;
}

suite('the name of a caller', { timeout }, () => {
  for (const name of ['Zoë Émilie Ångström', 'Ласло', '山田 太郎 🙂']) {
    test(`${name} reaches the callee as it is`, async () => {
      const from = await fromAtCallee(`"${octetsOf(name)}" <sip:+33612345678@127.0.0.1>`);
      assert.ok(from.startsWith(`"${octetsOf(name)}" <sip:+33612345678@`), from);
    });
  }

  test('stands right in the mail of a missed call', async () => {
    await using caller = await openPhone();
    const rule: ForwardRule = { kind: 'forward', target };
    await using callee = await openPhone();
    callee.told.take = (incoming) => incoming.refuse(486);
    const options = { missedCallEmail: 'me@acme.example' };
    await using app = await openCallingApp({ calleePort: callee.hop.port, rule, options });
    const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
    const from = `"${octetsOf('Émilie')}" <sip:+33612345678@127.0.0.1>`;
    dial(caller, hop, { uri: `sip:+${number}@127.0.0.1`, from });
    await caller.told.failed.next();
    const { simulator } = app.storage;
    for (;;) {
      const [mail] = await simulator.listMails({ beforeId: Number.MAX_SAFE_INTEGER, limit: 1 });
      if (mail !== undefined) {
        assert.match(mail.subject, /Émilie \(\+33612345678\)/);
        return;
      }
      await pause(50);
    }
  });
});

suite('a national number, by a trunk without a home country', { timeout }, () => {
  for (const user of ['0612345678', '100']) {
    test(`${user} goes on as it came`, async () => {
      const from = await fromAtCallee(`<sip:${user}@127.0.0.1>`);
      assert.match(from, new RegExp(`^<sip:${user}@.*> *.*<sip:${user}@`));
    });
  }
});
