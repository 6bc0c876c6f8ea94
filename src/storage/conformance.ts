/** What a backend is: each behaviour is written once, and every backend runs all of them. */
import { suite } from 'node:test';
import { accountViews } from './conformance/account-views.ts';
import { accounts } from './conformance/accounts.ts';
import { addressBook } from './conformance/address-book.ts';
import { addressChanges } from './conformance/address-changes.ts';
import { auditForgetting } from './conformance/audit.ts';
import { calls } from './conformance/calls.ts';
import { caughtMails } from './conformance/caught-mails.ts';
import { customers } from './conformance/customers.ts';
import { earlyReceipts } from './conformance/early-receipts.ts';
import { emails } from './conformance/emails.ts';
import { endpoints } from './conformance/endpoints.ts';
import { erasures } from './conformance/erasures.ts';
import { events } from './conformance/events.ts';
import { facts } from './conformance/facts.ts';
import { history } from './conformance/history.ts';
import { inbound } from './conformance/inbound.ts';
import { inspectedRequests } from './conformance/inspected-requests.ts';
import { keptDeliveries } from './conformance/kept-deliveries.ts';
import { lanes } from './conformance/lanes.ts';
import { lanesHeldUp } from './conformance/lanes-held-up.ts';
import { leases } from './conformance/leases.ts';
import { ledger } from './conformance/ledger.ts';
import { letters } from './conformance/letters.ts';
import { limits } from './conformance/limits.ts';
import { mailDomains } from './conformance/mail-domains.ts';
import { mailFigures } from './conformance/mail-figures.ts';
import { members } from './conformance/members.ts';
import { messageFigures } from './conformance/message-figures.ts';
import { messageRecords } from './conformance/message-records.ts';
import { accepting } from './conformance/messages.ts';
import { numbers } from './conformance/numbers.ts';
import { owedWork } from './conformance/owed-work.ts';
import { passkeys } from './conformance/passkeys.ts';
import { people } from './conformance/people.ts';
import { phoneCalls } from './conformance/phone-calls.ts';
import { processNotes } from './conformance/process-notes.ts';
import { queries } from './conformance/queries.ts';
import { replyRecords } from './conformance/reply-records.ts';
import { routes } from './conformance/routes.ts';
import { sealedValues } from './conformance/sealed-values.ts';
import { sentMessages } from './conformance/sent-messages.ts';
import { settings } from './conformance/settings.ts';
import { type Pair, type SharingAbilities, sharing } from './conformance/sharing.ts';
import { spending } from './conformance/spending.ts';
import { stops } from './conformance/stops.ts';
import { subAccounts } from './conformance/sub-accounts.ts';
import { suppressions } from './conformance/suppressions.ts';
import { testTime } from './conformance/test-time.ts';
import { tries } from './conformance/tries.ts';
import { virtualNumbers } from './conformance/virtual-numbers.ts';
import { voicemails } from './conformance/voicemails.ts';
import { webhooks } from './conformance/webhooks.ts';
import type { Storage } from './storage.ts';

/** `open` gives an empty storage each time. */
export function exerciseStorage(backend: string, open: () => Promise<Storage>): void {
  suite(`${backend}: accounts and keys`, () => accounts(open));
  suite(`${backend}: the ledger`, () => ledger(open));
  suite(`${backend}: people and their sessions`, () => people(open));
  suite(`${backend}: accounts seen by administrators`, () => accountViews(open));
  suite(`${backend}: members and second factors`, () => members(open));
  suite(`${backend}: addresses that people want`, () => addressChanges(open));
  suite(`${backend}: passkeys`, () => passkeys(open));
  suite(`${backend}: tries that are limited`, () => tries(open));
  suite(`${backend}: sub-accounts`, () => subAccounts(open));
  suite(`${backend}: the address book`, () => addressBook(open));
  suite(`${backend}: SMPP users and their binds`, () => customers(open));
  suite(`${backend}: accepting messages`, () => accepting(open));
  suite(`${backend}: accepted messages`, () => sentMessages(open));
  suite(`${backend}: messages as they are looked up`, () => messageRecords(open));
  suite(`${backend}: how messages went`, () => messageFigures(open));
  suite(`${backend}: texts of phones as they are looked up`, () => replyRecords(open));
  suite(`${backend}: what accounts have spent`, () => spending(open));
  suite(`${backend}: what protocol work has learned`, () => facts(open));
  suite(`${backend}: receipts before their submit`, () => earlyReceipts(open));
  suite(`${backend}: what phones send`, () => inbound(open));
  suite(`${backend}: sending domains`, () => mailDomains(open));
  suite(`${backend}: our numbers`, () => numbers(open));
  suite(`${backend}: numbers that are rented`, () => virtualNumbers(open));
  suite(`${backend}: trunks and calls`, () => calls(open));
  suite(`${backend}: voicemail`, () => voicemails(open));
  suite(`${backend}: the STOP list`, () => stops(open));
  suite(`${backend}: emails and their mails`, () => emails(open));
  suite(`${backend}: how mails went`, () => mailFigures(open));
  suite(`${backend}: owed work`, () => owedWork(open));
  suite(`${backend}: whose doing it is that work is late`, () => lanesHeldUp(open));
  suite(`${backend}: endpoints as people change them`, () => endpoints(open));
  suite(`${backend}: webhooks`, () => webhooks(open));
  suite(`${backend}: events as they are read`, () => events(open));
  suite(`${backend}: what the inspector has received`, () => inspectedRequests(open));
  suite(`${backend}: erasing a person`, () => erasures(open));
  suite(`${backend}: forgetting`, () => history(open));
  suite(`${backend}: forgetting the audit`, () => auditForgetting(open));
  suite(`${backend}: queries and transactions`, () => queries(open));
  suite(`${backend}: routes and prices`, () => routes(open));
  suite(`${backend}: policies and limits`, () => limits(open));
  suite(`${backend}: what the built-in operator owes`, () => keptDeliveries(open));
  suite(`${backend}: calls of the built-in phones`, () => phoneCalls(open));
  suite(`${backend}: caught mail`, () => caughtMails(open));
  suite(`${backend}: letters`, () => letters(open));
  suite(`${backend}: the suppression list`, () => suppressions(open));
  suite(`${backend}: leases`, () => leases(open));
  suite(`${backend}: lanes`, () => lanes(open));
  suite(`${backend}: the time of test messages`, () => testTime(open));
  suite(`${backend}: what processes tell of what they hold`, () => processNotes(open));
  suite(`${backend}: what is stored sealed`, () => sealedValues(open));
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
