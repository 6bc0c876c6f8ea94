/** What waits to leave by mail, as commands show it to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { holdMails, limitMails, mailQueue } from '#mail/delivery/queue-operations.ts';

type Queue = z.output<(typeof mailQueue)['output']>;
type Held = z.output<(typeof holdMails)['output']>;
type Limited = z.output<(typeof limitMails)['output']>;

export const mailTexts = {
  'mail queue': ({ lanes }: Queue) =>
    table(
      ['lane', 'urgent', 'normal', 'accounts', 'what keeps it'],
      lanes.map(({ lane, urgent, normal, accounts, why }) => [
        lane,
        String(urgent),
        String(normal),
        String(accounts),
        why.map(({ says }) => says.en).join('; ') || '-',
      ]),
    ),
  'mail hold': ({ lane }: Held) => `${lane} is held.\n`,
  'mail resume': ({ lane }: Held) => `${lane} sends again.\n`,
  'mail limit': ({ lane, limits }: Limited) => {
    const words = Object.entries(limits).map(([name, value]) => `${name} ${String(value)}`);
    return `${lane}: ${words.join(', ')}.\n`;
  },
};
