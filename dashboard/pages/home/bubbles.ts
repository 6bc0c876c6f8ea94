/** What a phone shows, put together from what was sent to it and what it wrote. */
import { nameEncoding } from '../sms/encoding.ts';

export type Bubble = {
  readonly key: string;
  readonly from: 'us' | 'phone';
  /** As the phone shows it; empty for its own. */
  readonly sender: string;
  readonly text: string;
  readonly atMs: number;
  readonly parts: number;
  /** As people say it; undefined for what the phone wrote. */
  readonly encoding?: string | undefined;
  /** Undefined for what the phone wrote. */
  readonly state?: 'on its way' | 'delivered' | 'not delivered' | undefined;
};

type Sent = {
  readonly messageId: number;
  readonly place: number;
  readonly sender: string;
  readonly text: string | null;
  readonly acceptedAt: string;
  readonly parts: number;
  readonly encoding: string;
  readonly state: string;
};

type Written = {
  readonly key: string;
  readonly from: 'phone' | 'us';
  readonly text: string | null;
  readonly at: string;
};

/** Oldest first. */
export function bubblesOf(sent: readonly Sent[], written: readonly Written[]): readonly Bubble[] {
  const ours = sent.map(
    (message): Bubble => ({
      key: `sent ${message.messageId}.${message.place}`,
      from: 'us',
      sender: message.sender,
      text: message.text ?? '…',
      atMs: Date.parse(message.acceptedAt),
      parts: message.parts,
      encoding: nameEncoding(message.encoding),
      state: stateOf(message.state),
    }),
  );
  // What we sent stands in the thread as well.
  const theirs = written
    .filter(({ from }) => from === 'phone')
    .map(
      ({ key, text, at }): Bubble => ({
        key: `written ${key}`,
        from: 'phone',
        sender: '',
        text: text ?? '…',
        atMs: Date.parse(at),
        parts: 1,
      }),
    );
  return [...ours, ...theirs].toSorted((a, b) => a.atMs - b.atMs);
}

function stateOf(state: string): Bubble['state'] {
  return state === 'delivered' || state === 'not delivered' ? state : 'on its way';
}

/** Where a reply goes: to the number that the last message came from, if phones can write to it. */
export function usualNumber(
  sent: readonly Pick<Sent, 'sender' | 'acceptedAt'>[],
  numbers: readonly string[],
): string | undefined {
  const latest = sent.toSorted((a, b) => Date.parse(b.acceptedAt) - Date.parse(a.acceptedAt));
  const senders = latest.map(({ sender }) => sender.replace(/^\+/, ''));
  return senders.find((sender) => numbers.includes(sender)) ?? numbers[0];
}
