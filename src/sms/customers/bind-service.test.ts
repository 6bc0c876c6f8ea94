import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import { aCustomer } from '#test/harness/customer-records.ts';
import type { PasswordVerdict } from './bind-passwords.ts';
import { type BindOrigin, BindService } from './bind-service.ts';
import { CustomerDirectory } from './customer-directory.ts';
import type { Customer } from './smpp-user.ts';

const origin: BindOrigin = { address: '192.0.2.1', mode: 'trx', tls: false };

type Given = {
  readonly customer?: Customer;
  readonly verdict?: PasswordVerdict;
  readonly open?: () => Promise<number | undefined>;
};

async function statusOf(given: Given, from: Partial<BindOrigin> = {}): Promise<number> {
  const { customer = aCustomer(), verdict = 'right', open = async () => 4 } = given;
  const directory = new CustomerDirectory([customer]);
  const service = new BindService({
    directory: () => directory,
    passwords: { check: async () => verdict },
    register: { open },
    log: openLog('silent'),
  });
  const bind = { ...blankBody('bind_transceiver'), systemId: 'ACME', password: 'x' };
  const admission = await service.admit(bind, { ...origin, ...from });
  return admission.ok ? 0 : admission.status;
}

suite('a bind', () => {
  test('with the right password is let in', async () => {
    assert.equal(await statusOf({}), 0);
  });

  test('with a wrong one, and from an address that is not the user’s, hears the same', async () => {
    assert.equal(await statusOf({ verdict: 'wrong' }), 0x0e);
    const customer = aCustomer({ addresses: ['198.51.100.0/24', '2001:db8::/32'] });
    assert.equal(await statusOf({ customer }), 0x0e);
    for (const address of ['198.51.100.7', '::ffff:198.51.100.7', '2001:db8::1']) {
      assert.equal(await statusOf({ customer }, { address }), 0, address);
    }
  });

  test('in a way that the user may not bind is refused', async () => {
    const customer = aCustomer({ modes: ['tx', 'rx'] });
    assert.equal(await statusOf({ customer }), 0x0d);
    assert.equal(await statusOf({ customer }, { mode: 'rx' }), 0);
    const secure = aCustomer({ tlsRequired: true });
    assert.equal(await statusOf({ customer: secure }), 0x0d);
    assert.equal(await statusOf({ customer: secure }, { tls: true }), 0);
  });

  test('of a user that is suspended, or whose account is not active, is refused', async () => {
    assert.equal(await statusOf({ customer: aCustomer({}, { state: 'suspended' }) }), 0x0d);
    const { user, account } = aCustomer();
    const blocked = { user, account: { ...account, state: 'blocked' } } as const;
    assert.equal(await statusOf({ customer: blocked }), 0x0d);
  });

  test('beyond the user’s number hears that it is bound already', async () => {
    assert.equal(await statusOf({ open: async () => undefined }), 0x05);
  });

  test('comes again where nobody can tell yet', async () => {
    assert.equal(await statusOf({ verdict: 'too many at once' }), 0x08);
    const away = { open: () => Promise.reject(new StorageUnavailable('away')) };
    assert.equal(await statusOf(away), 0x08);
  });
});
