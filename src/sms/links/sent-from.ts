/** Which number of ours a message shows, so that a reply to it finds its way back. */
import type { OutgoingPart } from '#sms/message.ts';
import type { SentFrom } from '#sms/message-store.ts';

/** Senders of digits alone are numbers of ours; of a message's parts the first is remembered. */
export function sentFrom({ message, part }: OutgoingPart): SentFrom | undefined {
  const { id: messageId, sender, accountId, test } = message;
  if (part !== 1 || !/^\d+$/.test(sender)) return undefined;
  return { number: sender, accountId, messageId, test };
}
