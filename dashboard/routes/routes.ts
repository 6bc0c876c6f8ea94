/** Every page there is. */
import { accountPages } from './account.ts';
import { consolePages } from './console.ts';
import { emailPages } from './email.ts';
import type { PageRoute } from './page-route.ts';
import { smsPages } from './sms.ts';
import { webhooksPages } from './webhooks.ts';

export { openPages, personPages } from './person.ts';
export { consolePages };

/** In the order of the menu. */
export const pagesOfAccounts: readonly PageRoute[] = [
  ...accountPages.slice(0, 1),
  ...smsPages,
  ...emailPages,
  ...webhooksPages,
  ...accountPages.slice(1),
];
