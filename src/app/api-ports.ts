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
  const checkUrl = urlCheck(engines.guard);
  const refusing = refusals(common, engines);
  return {
    clock,
    log,
    mailHost: config.mailHost,
    ...storePorts(storage),
    ...callerPorts(common, engines),
    ...smsPorts(common, engines),
    ...mailPorts(common, engines),
    ...refusing,
    checkUrl,
    events: engines.events,
    endpoints: engines.endpoints,
    adapters: {
      gateways: config.adapters,
      customers: engines.customers,
      sender: engines.sender,
      accounts: storage.accounts,
      checkUrl,
      refuseNow: () => refusing.refuseNow() ?? refusing.refuseWork('sms'),
      clock,
      log,
    },
    dashboard: openDashboard(common, engines),
  };
}

/** What commands read and write without an engine. */
function storePorts(storage: Common['storage']) {
  return {
    audit: storage.audit,
    accounts: storage.accounts,
    subAccounts: storage.accounts,
    spending: storage.accounts,
    addressBook: storage.addressBook,
    virtualNumbers: storage.virtualNumbers,
    calls: storage.calls,
    voicemails: storage.voicemails,
    mayCall: (account, target) => mayCall(account, target, storage.calls),
    stopEntries: storage.stops,
    emails: storage.emails,
    suppressions: storage.suppressions,
    messages: storage.messages,
    replies: storage.messages,
    countToSend: (reach) => storage.messages.countToSend(reach, toSendCountMax),
    status: (reach, messageId, phone) => storage.messages.findStatus(reach, messageId, phone),
  } satisfies Partial<ApiPorts>;
}

/** Who calls, how often they may, and what is noted of it. */
function callerPorts(
  { config, sealer }: Common,
  { authenticator, keyUses, requestNotes, limits }: Engines,
) {
  return {
    authenticate: (key, base) => authenticator.find(key, base),
    noteRequest: config.requestLogDays === 0 ? undefined : (each) => requestNotes.note(each),
    noteKeyUse: (keyId, address) => keyUses.note(keyId, address),
    refuseCaller: ({ account, key }) => limits.refuseRequest(account.id, key.id),
    repeatableKey: repeatableKeys(sealer),
    limits,
  } satisfies Partial<ApiPorts>;
}

function smsPorts({ clock }: Common, engines: Engines) {
  const { directory, mail, sender, stops } = engines;
  return {
    homePrice: (account, base) =>
      base === 'sms'
        ? directory().priceOf(callingCodeOf(account.homeCountry), account, clock.nowMs())
        : mail.prices().priceOf(account.id, clock.nowMs()),
    networkOf: (phone) => directory().networkOf(phone),
    notifyLookups: engines.notifyLookups,
    stopped: async (accountId, phones) => new Set(await stops.stopped(accountId, phones)),
    stops,
    send: (request) => sender.send(request),
    preview: (request) => sender.preview(request),
    partsWithdrawn: (parts) => engines.sms.withdrawn(parts),
  } satisfies Partial<ApiPorts>;
}

function mailPorts(common: Common, { mail }: Engines) {
  return {
    sendMail: (request) => mail.sender.send(request),
    cancelMail: (wish) => mail.canceller.cancel(wish),
    mailDomains: openMailDomains(common),
    toldSuppressions: mail.suppressions,
    suppressedMail: (accountId, addresses) => mail.suppressed(accountId, '', addresses),
    mailToken: (mailId) => mail.tokens.makeToken('bounce', mailId),
    mailLinks: mail.links,
  } satisfies Partial<ApiPorts>;
}

/** Why nothing, or no work, is taken now. */
function refusals({ clock, storage }: Common, engines: Engines) {
  const { sender, mail } = engines;
  const memory = new MemoryMark(clock);
  const readiness = new Readiness({
    clock,
    write: (text) => storage.settings.saveSetting('readiness', text),
  });
  return {
    // A full queue refuses sends alone: what waits can still be asked for.
    refuseNow: (): number | undefined => (engines.draining ? overloadRetryS : undefined),
    refuseWork(base: ApiBase): number | undefined {
      const isFull = base === 'sms' ? sender.isFull : mail.sender.isFull;
      return isFull || memory.isAbove ? overloadRetryS : undefined;
    },
    async findObstacle() {
      if (engines.draining) return 'the server is stopping';
      if (!engines.leases.isCurrent) return 'the storage has not answered for a while';
      return readiness.findObstacle();
    },
  } satisfies Partial<ApiPorts>;
}

function urlCheck(guard: Engines['guard']): (text: string) => UrlVerdict {
  return (text) => {
    const checked = guard.checkUrl(text);
    return checked.ok ? { ok: true, url: checked.url.href } : checked;
  };
}

function repeatableKeys(sealer: Pick<Sealer, 'deriveKey'>): ApiPorts['repeatableKey'] {
  const secret = sealer.deriveKey('parley repeatable api keys');
  return (mode, chance) => apiKeyOf(mode, createHmac('sha256', secret).update(chance).digest());
}

function callingCodeOf(country: string): string {
  return planOfCountry(country)?.callingCode ?? '';
}
