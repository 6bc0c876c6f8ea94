/** What a backend is: each behaviour is written once, and every backend runs all of them. */
import { suite } from 'node:test';
import { accounts } from './conformance/accounts.ts';
import { addressBook } from './conformance/address-book.ts';
import { customers } from './conformance/customers.ts';
import { earlyReceipts } from './conformance/early-receipts.ts';
import { facts } from './conformance/facts.ts';
import { history } from './conformance/history.ts';
import { inbound } from './conformance/inbound.ts';
import { leases } from './conformance/leases.ts';
import { limits } from './conformance/limits.ts';
import { accepting } from './conformance/messages.ts';
import { numbers } from './conformance/numbers.ts';
import { owedWork } from './conformance/owed-work.ts';
import { queries } from './conformance/queries.ts';
import { routes } from './conformance/routes.ts';
import { sentMessages } from './conformance/sent-messages.ts';
import { settings } from './conformance/settings.ts';
import { type Pair, type SharingAbilities, sharing } from './conformance/sharing.ts';
import { spending } from './conformance/spending.ts';
import { stops } from './conformance/stops.ts';
import { subAccounts } from './conformance/sub-accounts.ts';
import { webhooks } from './conformance/webhooks.ts';
import type { Storage } from './storage.ts';

/** `open` gives an empty storage each time. */
export function exerciseStorage(backend: string, open: () => Promise<Storage>): void {
  suite(`${backend}: accounts and keys`, () => accounts(open));
  suite(`${backend}: sub-accounts`, () => subAccounts(open));
  suite(`${backend}: the address book`, () => addressBook(open));
  suite(`${backend}: SMPP users and their binds`, () => customers(open));
  suite(`${backend}: accepting messages`, () => accepting(open));
  suite(`${backend}: accepted messages`, () => sentMessages(open));
  suite(`${backend}: what accounts have spent`, () => spending(open));
  suite(`${backend}: what protocol work has learned`, () => facts(open));
  suite(`${backend}: receipts before their submit`, () => earlyReceipts(open));
  suite(`${backend}: what phones send`, () => inbound(open));
  suite(`${backend}: our numbers`, () => numbers(open));
  suite(`${backend}: the STOP list`, () => stops(open));
  suite(`${backend}: owed work`, () => owedWork(open));
  suite(`${backend}: webhooks`, () => webhooks(open));
  suite(`${backend}: forgetting`, () => history(open));
  suite(`${backend}: queries and transactions`, () => queries(open));
  suite(`${backend}: routes and prices`, () => routes(open));
  suite(`${backend}: policies and limits`, () => limits(open));
  suite(`${backend}: leases`, () => leases(open));
  suite(`${backend}: operators, settings and ids`, () => settings(open));
}

/** `open` gives two storages on one empty database each time, as two processes have it. */
export function exerciseSharing(
  backend: string,
  open: () => Promise<Pair>,
  abilities: SharingAbilities,
): void {
  suite(`${backend}: two processes on one database`, () => sharing(open, abilities));
}
