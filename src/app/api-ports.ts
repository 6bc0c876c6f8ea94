/** What the API asks of the engines and the storage. */
import { createHmac } from 'node:crypto';
import { type ApiBase, apiKeyOf } from '#accounts/api-key.ts';
import type { ApiPorts } from '#api/api-server.ts';
import type { UrlVerdict } from '#api/commands/send-options.ts';
import { planOfCountry } from '#core/numbering-plan.ts';
import type { Sealer } from '#core/sealed.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import type { Common } from './common.ts';
import { openDashboard } from './dashboard.ts';
import type { Engines } from './engines.ts';
import { openMailDomains } from './mail-domains.ts';
import { MemoryMark } from './pressure.ts';
import { Readiness } from './readiness.ts';

const overloadRetryS = 2;

const toSendCountMax = 100_000;

export function apiPorts(common: Common, engines: Engines): ApiPorts {
  const { config, clock, log, storage } = common;
  const { authenticator, keyUses, requestNotes, directory, guard, limits, mail, sender, stops } =
    engines;
  const overloaded = (): number | undefined => (engines.draining ? overloadRetryS : undefined);
  const memory = new MemoryMark(clock);
  const refuseWork = (base: ApiBase): number | undefined => {
    const isFull = base === 'sms' ? sender.isFull : mail.sender.isFull;
    return isFull || memory.isAbove ? overloadRetryS : undefined;
  };
  const checkUrl = (text: string): UrlVerdict => {
    const checked = guard.checkUrl(text);
    return checked.ok ? { ok: true, url: checked.url.href } : checked;
  };
  const readiness = new Readiness({
    clock,
    write: (text) => storage.settings.saveSetting('readiness', text),
  });
  return {
    clock,
    log,
    audit: storage.audit,
    mailHost: config.mailHost,
    authenticate: (key, base) => authenticator.find(key, base),
    noteRequest: config.requestLogDays === 0 ? undefined : (each) => requestNotes.note(each),
    noteKeyUse: (keyId, address) => keyUses.note(keyId, address),
    refuseCaller: ({ account, key }) => limits.refuseRequest(account.id, key.id),
    accounts: storage.accounts,
    homePrice: (account, base) =>
      base === 'sms'
        ? directory().priceOf(callingCodeOf(account.homeCountry), account, clock.nowMs())
        : mail.prices().priceOf(account.id, clock.nowMs()),
    networkOf: (phone) => directory().networkOf(phone),
    notifyLookups: engines.notifyLookups,
    addressBook: storage.addressBook,
    subAccounts: storage.accounts,
    repeatableKey: repeatableKeys(common.sealer),
    limits,
    spending: storage.accounts,
    virtualNumbers: storage.virtualNumbers,
    calls: storage.calls,
    voicemails: storage.voicemails,
    mayCall: (account, target) => mayCall(account, target, storage.calls),
    stopped: async (accountId, phones) => new Set(await stops.stopped(accountId, phones)),
    stops,
    stopEntries: storage.stops,
    countToSend: (reach) => storage.messages.countToSend(reach, toSendCountMax),
    send: (request) => sender.send(request),
    preview: (request) => sender.preview(request),
    sendMail: (request) => mail.sender.send(request),
    cancelMail: (wish) => mail.canceller.cancel(wish),
    mailDomains: openMailDomains(common),
    emails: storage.emails,
    suppressions: storage.suppressions,
    toldSuppressions: mail.suppressions,
    suppressedMail: (accountId, addresses) => mail.suppressed(accountId, '', addresses),
    mailToken: (mailId) => mail.tokens.makeToken('bounce', mailId),
    messages: storage.messages,
    replies: storage.messages,
    partsWithdrawn: (parts) => engines.sms.withdrawn(parts),
    checkUrl,
    events: engines.events,
    endpoints: engines.endpoints,
    status: (reach, messageId, phone) => storage.messages.findStatus(reach, messageId, phone),
    // A full queue refuses sends alone: what waits can still be asked for.
    refuseNow: overloaded,
    refuseWork,
    findObstacle: async () => {
      if (engines.draining) return 'the server is stopping';
      if (!engines.leases.isCurrent) return 'the storage has not answered for a while';
      return readiness.findObstacle();
    },
    mailLinks: mail.links,
    adapters: {
      gateways: config.adapters,
      customers: engines.customers,
      sender,
      accounts: storage.accounts,
      checkUrl,
      refuseNow: () => overloaded() ?? refuseWork('sms'),
      clock,
      log,
    },
    dashboard: openDashboard(common, engines),
  };
}

function repeatableKeys(sealer: Pick<Sealer, 'deriveKey'>): ApiPorts['repeatableKey'] {
  const secret = sealer.deriveKey('parley repeatable api keys');
  return (mode, chance) => apiKeyOf(mode, createHmac('sha256', secret).update(chance).digest());
}

function callingCodeOf(country: string): string {
  return planOfCountry(country)?.callingCode ?? '';
}
