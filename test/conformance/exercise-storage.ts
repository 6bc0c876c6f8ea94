/** What a backend is: each behaviour is written once, and every backend runs all of them. */
import { suite } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { accountViews } from './account-views.ts';
import { accounts } from './accounts.ts';
import { addressBook } from './address-book.ts';
import { addressChanges } from './address-changes.ts';
import { apiRequests } from './api-requests.ts';
import { auditForgetting } from './audit.ts';
import { calls } from './calls.ts';
import { campaigns } from './campaigns.ts';
import { caughtMails } from './caught-mails.ts';
import { customers } from './customers.ts';
import { earlyReceipts } from './early-receipts.ts';
import { emails } from './emails.ts';
import { endpoints } from './endpoints.ts';
import { erasures } from './erasures.ts';
import { eventHistory } from './event-history.ts';
import { events } from './events.ts';
import { facts } from './facts.ts';
import { history } from './history.ts';
import { inbound } from './inbound.ts';
import { inspectedRequests } from './inspected-requests.ts';
import { keptDeliveries } from './kept-deliveries.ts';
import { lanes } from './lanes.ts';
import { lanesHeldUp } from './lanes-held-up.ts';
import { leases } from './leases.ts';
import { ledger } from './ledger.ts';
import { letters } from './letters.ts';
import { limits } from './limits.ts';
import { mailDomains } from './mail-domains.ts';
import { mailFigures } from './mail-figures.ts';
import { mailSettling } from './mail-settling.ts';
import { mailUpkeep } from './mail-upkeep.ts';
import { members } from './members.ts';
import { messageFigures } from './message-figures.ts';
import { messageRecords } from './message-records.ts';
import { accepting } from './messages.ts';
import { numbers } from './numbers.ts';
import { owedWork } from './owed-work.ts';
import { passkeys } from './passkeys.ts';
import { people } from './people.ts';
import { phoneCalls } from './phone-calls.ts';
import { processNotes } from './process-notes.ts';
import { queries } from './queries.ts';
import { replyRecords } from './reply-records.ts';
import { routes } from './routes.ts';
import { sealedValues } from './sealed-values.ts';
import { sentMessages } from './sent-messages.ts';
import { settings } from './settings.ts';
import { type Pair, type SharingAbilities, sharing } from './sharing.ts';
import { spending } from './spending.ts';
import { stops } from './stops.ts';
import { subAccounts } from './sub-accounts.ts';
import { suppressions } from './suppressions.ts';
import { testTime } from './test-time.ts';
import { tries } from './tries.ts';
import { virtualNumbers } from './virtual-numbers.ts';
import { voicemails } from './voicemails.ts';
import { webhooks } from './webhooks.ts';

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
  suite(`${backend}: campaigns`, () => campaigns(open));
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
  suite(`${backend}: what becomes of mails`, () => mailSettling(open));
  suite(`${backend}: mail servers and how accounts are received`, () => mailUpkeep(open));
  suite(`${backend}: how mails went`, () => mailFigures(open));
  suite(`${backend}: owed work`, () => owedWork(open));
  suite(`${backend}: whose doing it is that work is late`, () => lanesHeldUp(open));
  suite(`${backend}: endpoints as people change them`, () => endpoints(open));
  suite(`${backend}: webhooks`, () => webhooks(open));
  suite(`${backend}: events as they are read`, () => events(open));
  suite(`${backend}: what the inspector has received`, () => inspectedRequests(open));
  suite(`${backend}: the log of requests`, () => apiRequests(open));
  suite(`${backend}: erasing a person`, () => erasures(open));
  suite(`${backend}: forgetting`, () => history(open));
  suite(`${backend}: forgetting events`, () => eventHistory(open));
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
