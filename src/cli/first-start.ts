/**
 * What a new installation finds: a demo account with test money, a test key that is shown at every
 * start (it can reach the built-in operator alone), a price at home, and the setup link.
 */
import type { AccountStore } from '#accounts/account-store.ts';
import { hashApiKey, unbounded } from '#accounts/api-key.ts';
import { invitationSetting, makeInvitation } from '#accounts/invitation.ts';
import { mintKey } from '#accounts/key-minting.ts';
import type { Clock } from '#core/clock.ts';
import type { Millionths } from '#core/money.ts';
import type { Sealer } from '#core/sealed.ts';
import type { MailAccountStore } from '#mail/sending/mail-account-store.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { NumberStore } from '#sms/numbers/number-store.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import type { SetupSettings } from './installation.ts';

export type FirstStartPorts = {
  readonly accounts: AccountStore;
  readonly operators: Pick<RouteStore, 'listPrices' | 'setPrices'>;
  readonly emails: Pick<MailAccountStore, 'listMailPrices' | 'setMailPrice'>;
  readonly settings: Pick<SetupSettings, 'saveSetting'> & {
    findSetting(name: string): Promise<string | undefined>;
  };
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly currency: string;
  readonly homeCountry: string;
};

/** Who the ledger and the audit name. */
const actor = 'first start';
/** Under which the demo account's test key is kept, sealed. */
const demoKeySetting = 'demo.test_key';
const demoNumbersSetting = 'demo.numbers';
/** 100 units of whatever the currency is: some 2,600 messages. */
const demoBalance = 100_000_000 as Millionths;
/** The examples' numbers are French. */
const examplePrefix = '33';
const examplePrice = 38_000 as Millionths;
const exampleMailPrice = 1_000 as Millionths;
const noMoney = 0 as Millionths;
/** A short number as French operators give them, and a long one of the range for films and examples. */
const exampleShortNumber = '36180';
const exampleLongNumber = '33639981000';

/** The test key to show. Made with its account at the first start, and the same from then on. */
export async function demoKey(ports: FirstStartPorts): Promise<string> {
  const kept = await ports.settings.findSetting(demoKeySetting);
  if (kept !== undefined) return ports.sealer.open(kept, demoKeySetting);
  const { accounts, settings, sealer } = ports;
  const createdAtMs = ports.clock.nowMs();
  const account = await accounts.createAccount(
    {
      name: 'Demo',
      email: 'demo@localhost',
      currency: ports.currency,
      homeCountry: ports.homeCountry,
      balance: noMoney,
      testBalance: demoBalance,
      createdAtMs,
    },
    actor,
  );
  const { clear: key, key: made } = mintKey({
    ...unbounded,
    bases: ['sms', 'email'],
    mode: 'test',
    // Reads alike in all languages, as the keys of an account that the console creates.
    label: 'Test',
  });
  await accounts.createKey({ ...made, accountId: account.id, createdAtMs }, actor);
  await setPrices(ports, createdAtMs);
  await settings.saveSetting(demoKeySetting, sealer.seal(key, demoKeySetting));
  return key;
}

async function setPrices(
  { operators, emails }: Pick<FirstStartPorts, 'operators' | 'emails'>,
  atMs: number,
): Promise<void> {
  const author = { actor, atMs };
  const forAll = { accountId: 0, fromMs: 0 };
  if ((await operators.listPrices()).length === 0) {
    const price = { ...forAll, prefix: examplePrefix, price: examplePrice };
    await operators.setPrices([price], author);
  }
  if ((await emails.listMailPrices()).length === 0) {
    await emails.setMailPrice({ ...forAll, price: exampleMailPrice }, author);
  }
}

export type DemoNumberPorts = Pick<FirstStartPorts, 'accounts' | 'settings' | 'clock'> & {
  readonly operators: Pick<OperatorStore, 'listOperators'>;
  readonly numbers: Pick<NumberStore, 'createNumber' | 'setShortNumber'>;
  readonly virtualNumbers: Pick<VirtualNumberStore, 'setTerms'>;
};

/**
 * Numbers that the phones of the built-in operator can answer, for the account of the test key. Served
 * by that operator alone, so no live message shows them; once removed they do not come again.
 */
export async function demoNumbers(testKey: string, ports: DemoNumberPorts): Promise<void> {
  const { accounts, operators, numbers, virtualNumbers, settings, clock } = ports;
  if ((await settings.findSetting(demoNumbersSetting)) !== undefined) return;
  const builtIn = (await operators.listOperators()).find((operator) => operator.builtIn);
  const owner = await accounts.findKeyByHash(hashApiKey(testKey) ?? '');
  if (builtIn === undefined || owner === undefined) return;
  const accountId = owner.account.id;
  const nowMs = clock.nowMs();
  const common = { accountId, operatorId: builtIn.id, takesSms: true, createdAtMs: nowMs };
  const long = { kind: 'long', digits: exampleLongNumber, takesCalls: true } as const;
  const short = { kind: 'short', digits: exampleShortNumber, takesCalls: false } as const;
  const rented = await numbers.createNumber({ ...common, ...long });
  if (rented !== undefined) {
    await virtualNumbers.setTerms(rented.id, { canForward: true }, { actor, atMs: nowMs });
  }
  // Nobody's alone: other accounts answer STOP by it until they have one of their own.
  const made = await numbers.createNumber({ ...common, ...short, accountId: null });
  if (made !== undefined) {
    await numbers.setShortNumber({ accountId, numberId: made.id, keyword: '' });
  }
  await settings.saveSetting(demoNumbersSetting, 'made');
}

/** The token of a fresh setup link; undefined once there is an administrator. */
export async function setupToken({
  settings,
  people,
  clock,
}: {
  readonly settings: Pick<SetupSettings, 'saveSetting'>;
  readonly people: Pick<PeopleStore, 'countUsers'>;
  readonly clock: Clock;
}): Promise<string | undefined> {
  if ((await people.countUsers()) > 0) return undefined;
  const { token, kept } = makeInvitation(clock.nowMs());
  await settings.saveSetting(invitationSetting, kept);
  return token;
}
