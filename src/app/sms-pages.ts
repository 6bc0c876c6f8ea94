/** What the pages of SMS ask of the engines and the storage: what the interface asks, and what only people look up. */
import type { SmsPagePorts } from '#api/dashboard/sms/handlers.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

export function smsPagePorts({ clock, storage }: Common, engines: Engines): SmsPagePorts {
  const { guard, sender, stops } = engines;
  return {
    clock,
    findAccount: (accountId) => storage.accounts.findAccount(accountId),
    audit: storage.audit,
    addressBook: storage.addressBook,
    send: (request) => sender.send(request),
    preview: (request) => sender.preview(request),
    checkUrl: (text) => {
      const checked = guard.checkUrl(text);
      return checked.ok ? { ok: true, url: checked.url.href } : checked;
    },
    sentMessages: storage.sentMessages,
    partsWithdrawn: (parts) => engines.sms.withdrawn(parts),
    records: storage.messageRecords,
    eventLog: storage.endpointDesk,
    operatorNames: async () => {
      const operators = await storage.operators.listOperators();
      return new Map(operators.map(({ id, name }) => [id, name]));
    },
    replies: storage.replyRecords,
    stopped: storage.stops,
    stopStore: storage.stops,
    stopList: stops,
    virtualNumbers: storage.virtualNumbers,
    forwards: storage.forwards,
    ownNumbers: storage.numbers,
    calls: storage.calls,
    mayCall: (account, target) => mayCall(account, target, storage.callCountries),
    voicemails: storage.voicemails,
  };
}
