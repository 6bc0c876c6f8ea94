/** Whose a received message is: by its number, its first word, and the last message it may answer. */

import type { OwnNumber } from '#model/own-number.ts';
import type { NumberDirectory } from '#sms/numbers/number-directory.ts';
import { handsetMark } from './handset-text.ts';
import type { InboundRoute, InboundStore, LastSent } from './inbound-store.ts';

export type InboundAccountPorts = {
  readonly store: Pick<InboundStore, 'findLastSent'>;
  readonly handset: Pick<InboundStore, 'takeText'>;
  readonly numbers: () => NumberDirectory;
};

export type Received = InboundRoute & {
  readonly text: string;
  readonly receivedAtMs: number;
  readonly test: boolean;
};

export type InboundAccount = {
  readonly number: OwnNumber;
  /** Null: nobody is known to have asked for it. */
  readonly accountId: number | null;
  /** The account's own message that it answers. */
  readonly answered: LastSent | undefined;
};

/** A message answers one that was sent so long before it at most. */
const answersWithinMs = 30 * 24 * 3_600_000;

/** A text that was typed on a test phone waits for the operator's link so long at most. */
const typedWithinMs = 3_600_000;

/** Undefined: no number of ours received it. */
export async function resolveInboundAccount(
  received: Received,
  ports: InboundAccountPorts,
): Promise<InboundAccount | undefined> {
  const { receiver, sender, test, receivedAtMs } = received;
  const directory = ports.numbers();
  const number = directory.find(receiver);
  if (number === undefined || !serves(number, received)) return undefined;
  const last =
    (await typedOn(number, received, ports)) ??
    (await ports.store.findLastSent({
      number: number.digits,
      phone: sender,
      test,
      sinceMs: receivedAtMs - answersWithinMs,
    }));
  const accountId = ownerOf(number, last, { text: received.text, directory });
  const isAnswer = last?.accountId === accountId && last.messageId !== 0;
  return { number, accountId, answered: isAnswer ? last : undefined };
}

/** A person with the page of a test phone answers what their own account sent to it, no matter who sent last. */
async function typedOn(
  number: OwnNumber,
  { sender: phone, text, test, receivedAtMs }: Received,
  { handset, numbers }: InboundAccountPorts,
): Promise<LastSent | undefined> {
  if (!test || number.kind === 'long') return undefined;
  const mark = handsetMark({ phone, number: number.digits, text });
  const typed = await handset.takeText(mark, receivedAtMs - typedWithinMs);
  const isServed = typed !== undefined && numbers().accountsOf(number).includes(typed.accountId);
  return isServed ? typed : undefined;
}

/** Another operator cannot speak for phones on this one's number; the built-in one speaks in tests. */
function serves({ state, takesSms, operatorId }: OwnNumber, received: Received): boolean {
  const fits = operatorId === null || received.test || operatorId === received.operatorId;
  return state === 'active' && takesSms && fits;
}

/** A word that an account has on a shared number, else who sent last, else the only one there is. */
function ownerOf(
  number: OwnNumber,
  last: LastSent | undefined,
  said: { readonly text: string; readonly directory: NumberDirectory },
): number | null {
  const { text, directory } = said;
  if (number.kind === 'long') return number.accountId;
  const asked = directory.accountOfKeyword(number, firstWord(text));
  if (asked !== undefined) return asked;
  if (last !== undefined) return last.accountId;
  const [only, ...others] = directory.accountsOf(number);
  return others.length === 0 ? (only ?? null) : null;
}

function firstWord(text: string): string {
  return /[\p{L}\p{N}]+/u.exec(text)?.[0].toUpperCase() ?? '';
}
