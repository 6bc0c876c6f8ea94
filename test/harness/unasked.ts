/** Neighbours that a test does not expect to be asked: a caller who does fails. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { AdapterPorts } from '#api/adapters/adapter.ts';
import type { ApiPorts } from '#api/api-server.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { EventPull } from '#webhooks/pull/event-pull.ts';

const refusing: ProxyHandler<object> = {
  get(_target, asked) {
    throw new Error(`Nobody was to ask for ${String(asked)}`);
  },
};

export const unaskedAddressBook = new Proxy<object>({}, refusing) as AddressBookStore;

export const unaskedVirtualNumbers = new Proxy<object>({}, refusing) as VirtualNumberStore;

export const unaskedVoicemails = new Proxy<object>({}, refusing) as VoicemailStore;

export const unaskedSubAccounts = new Proxy<object>({}, refusing) as Pick<
  AccountStore,
  | 'createSubAccount'
  | 'createSubAccountOnce'
  | 'listSubAccounts'
  | 'moveCredit'
  | 'moveCreditOnce'
  | 'removeSubAccount'
>;

export const unaskedEndpoints = new Proxy<object>({}, refusing) as EndpointManagement;

export const unaskedEvents = new Proxy<object>({}, refusing) as EventPull;

const unasked = async (): Promise<never> => {
  throw new Error('This world has no email');
};

export const unaskedMail: Pick<
  ApiPorts,
  | 'mailDomains'
  | 'sendMail'
  | 'cancelMail'
  | 'emails'
  | 'suppressions'
  | 'toldSuppressions'
  | 'suppressedMail'
  | 'mailToken'
> = {
  // Commands take its store when they are made.
  mailDomains: { store: new Proxy<object>({}, refusing) } as ApiPorts['mailDomains'],
  sendMail: unasked,
  cancelMail: unasked,
  emails: new Proxy<object>({}, refusing) as ApiPorts['emails'],
  suppressions: new Proxy<object>({}, refusing) as ApiPorts['suppressions'],
  toldSuppressions: { add: unasked, remove: unasked },
  suppressedMail: async () => new Set(),
  mailToken: (mailId) => `token-${mailId}`,
};

/** No mail was ever sent. */
export const unaskedMailLinks: ApiPorts['mailLinks'] = {
  subscriptionOf: async () => undefined,
  unsubscribe: async () => undefined,
  readOnline: async () => undefined,
  follow: async () => undefined,
  look: async () => false,
};

/** No client of another gateway is served. */
export const noAdapters: AdapterPorts = Object.create(new Proxy<object>({}, refusing), {
  gateways: { value: [] },
}) as AdapterPorts;
