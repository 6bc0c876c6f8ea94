/** What the pages of SMS ask of the engines and the storage: what the interface asks, and what only people look up. */
import type { LivePorts } from '#api/dashboard/live/handlers.ts';
import type { SmsPagePorts } from '#api/dashboard/sms/handlers.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import type { Storage } from '#storage/storage.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { heldPhones } from './phone-line.ts';

export function smsPagePorts(
  { clock, storage }: Common,
  engines: Engines,
): Omit<SmsPagePorts, keyof LivePorts | 'publicUrl'> & Pick<LivePorts, 'clock'> {
  const { guard, sender } = engines;
  return {
    ...smsLookUps(storage),
    readGreeting: (file) => engines.greetings.read(file),
    clock,
    waiting: {
      operators: storage.operators,
      lanes: storage.lanes,
      openLinks: engines.notes,
    },
    send: (request) => sender.send(request),
    preview: (request) => sender.preview(request),
    checkUrl: (text) => {
      const checked = guard.checkUrl(text);
      return checked.ok ? { ok: true, url: checked.url.href } : checked;
    },
    partsWithdrawn: (parts) => engines.sms.withdrawn(parts),
    phones: heldPhones(engines.calls?.phones),
  };
}

/** What no engine has a part in. */
export function smsLookUps(storage: Storage) {
  return {
    findAccount: (accountId: number) => storage.accounts.findAccount(accountId),
    audit: storage.audit,
    addressBook: storage.addressBook,
    sentMessages: storage.sentMessages,
    records: storage.messageRecords,
    emails: storage.emails,
    suppressions: storage.suppressions,
    eventLog: storage.endpoints,
    operatorNames: async () => {
      const operators = await storage.operators.listOperators();
      return new Map(operators.map(({ id, name }) => [id, name]));
    },
    replies: storage.inbound,
    stopped: storage.stops,
    stopStore: storage.stops,
    spending: storage.accounts,
    figures: storage.messageRecords,
    mailFigures: storage.emails,
    virtualNumbers: storage.virtualNumbers,
    ownNumbers: storage.numbers,
    calls: storage.calls,
    tracedMessages: storage.trunks,
    mayCall: (
      account: { readonly id: number; readonly homeCountry: string },
      target: PhoneNumber,
    ) => mayCall(account, target, storage.calls),
    voicemails: storage.voicemails,
    textBacks: storage.calls,
    greetings: storage.voicemails,
  };
}
