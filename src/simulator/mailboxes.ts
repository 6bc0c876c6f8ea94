/** The mailboxes of parley.test, which always do the same, for tests to count on. What stands behind a `+` is free. */
import { type Answer, refuse, take } from '#mail/smtp/mail-listener.ts';

export type Mailbox = {
  readonly name: string;
  readonly description: string;
  /** At RCPT; `tries`: how many times this sender has tried before. */
  readonly atRecipient?: (tries: number) => Answer;
  /** Before the mail is taken. */
  readonly takesMs?: number;
  /** What comes back after it was taken. */
  readonly returns?: 'bounce' | 'complaint';
};

export const mailboxDomain = 'parley.test';

const triesDeferred = 2;

export const mailboxes: readonly Mailbox[] = [
  {
    name: 'bounce',
    description: 'refused: 550 5.1.1, there is no such mailbox',
    atRecipient: () => refuse(550, '5.1.1 No such mailbox'),
  },
  {
    name: 'late-bounce',
    description: 'taken, and a delivery status notification comes back',
    returns: 'bounce',
  },
  {
    name: 'defer',
    description: 'refused twice with 451 4.7.1, then taken',
    atRecipient: (tries) =>
      tries < triesDeferred ? refuse(451, '4.7.1 Greylisted: come again') : take,
  },
  {
    name: 'full',
    description: 'refused each time: 452 4.2.2, the mailbox is full',
    atRecipient: () => refuse(452, '4.2.2 The mailbox is full'),
  },
  {
    name: 'block',
    description: 'refused: 550 5.7.1, your address is on a block list',
    atRecipient: () => refuse(550, '5.7.1 Your address is on a block list'),
  },
  { name: 'slow', description: 'taken after 30 seconds', takesMs: 30_000 },
  {
    name: 'complaint',
    description: 'taken, and a complaint (ARF) comes back',
    returns: 'complaint',
  },
];

/** Undefined for what is simply taken. */
export function mailboxOf(address: string): Mailbox | undefined {
  const [local = '', domain] = address.toLowerCase().split('@');
  if (domain !== mailboxDomain) return undefined;
  const name = local.replace(/\+.*/s, '');
  return mailboxes.find((mailbox) => mailbox.name === name);
}
