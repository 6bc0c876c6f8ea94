/** What the search offers to do, besides pages: each is a form of a page, or the page where it is done. */

import type { IconName } from '../components/icon.tsx';
import { addSearch } from '../components/use-opened.ts';
import type { ActionName } from '../texts/actions.ts';
import type { OwnAccount, Permission } from './session.tsx';

export type Action = {
  readonly name: ActionName;
  readonly icon: IconName;
  /** Below the account, or of the console where it begins with that. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly needs?: Permission;
};

const consolePath = '/console';

const actions: readonly Action[] = [
  { name: 'sendSms', icon: 'send', to: '/sms/send', needs: 'send' },
  { name: 'writeEmail', icon: 'mail', to: '/email/send', needs: 'send' },
  {
    name: 'createKey',
    icon: 'key',
    to: '/sms/api-settings',
    search: addSearch,
    needs: 'manage keys',
  },
  {
    name: 'createMailKey',
    icon: 'key',
    to: '/email/api-settings',
    search: addSearch,
    needs: 'manage keys',
  },
  {
    name: 'addEndpoint',
    icon: 'webhook',
    to: '/webhooks',
    search: addSearch,
    needs: 'manage keys',
  },
  {
    name: 'addDomain',
    icon: 'domain',
    to: '/email/domains',
    search: addSearch,
    needs: 'manage keys',
  },
  { name: 'invite', icon: 'people', to: '/people', search: addSearch, needs: 'manage people' },
  {
    name: 'addSubAccount',
    icon: 'tree',
    to: '/sub-accounts',
    search: addSearch,
    needs: 'manage people',
  },
  { name: 'erasePerson', icon: 'block', to: '/erasure', needs: 'manage people' },
  {
    name: 'refusedRequests',
    icon: 'inspect',
    to: '/requests',
    search: { status: '4xx' },
    needs: 'read facts',
  },
  { name: 'addOperator', icon: 'operator', to: '/console/operators', search: addSearch },
  { name: 'pauseOperator', icon: 'pause', to: '/console/operators' },
  { name: 'addRoute', icon: 'route', to: '/console/routes', search: addSearch },
  { name: 'setPrice', icon: 'price', to: '/console/prices' },
  { name: 'createAccount', icon: 'people', to: '/console/accounts', search: addSearch },
  { name: 'addNumber', icon: 'number', to: '/console/numbers', search: addSearch },
  { name: 'addTrunk', icon: 'call', to: '/console/trunks', search: addSearch },
  { name: 'pauseQueue', icon: 'pause', to: '/console/lanes' },
];

/** Those that the reader may do, with their whole addresses. */
export function actionsFor(
  account: OwnAccount | undefined,
  isAdministrator: boolean,
): readonly Action[] {
  return actions.flatMap((action) => {
    if (action.to.startsWith(consolePath)) return isAdministrator ? [action] : [];
    const { needs } = action;
    if (account === undefined || (needs !== undefined && !account.may.includes(needs))) return [];
    return [{ ...action, to: `/${account.id}${action.to}` }];
  });
}
