/** A route: to which operator live messages of some numbers may go, and on which terms. */
import type { Millionths } from '#core/money.ts';
import { isShortNumber } from '#model/short-number.ts';

/** Two qualities of way to the same phone; the interface calls them `gamme`. */
export type Grade = 1 | 2;

/** What kinds of sender there are; operators differ in which of them they let through. */
export const senderKinds = ['none', 'word', 'long', 'short'] as const;
export type SenderKind = (typeof senderKinds)[number];

export type Route = {
  readonly id: number;
  /** What the numbers begin with; empty: all numbers. */
  readonly prefix: string;
  /** MCC and MNC of the network that it serves alone; empty: all networks. */
  readonly network: string;
  /** Null: messages of both grades and of none. */
  readonly grade: Grade | null;
  /** Empty: any. */
  readonly senders: readonly SenderKind[];
  readonly operatorId: number;
  /** 1 goes first. */
  readonly priority: number;
  /** Its share among equals: 3 gets three times as much as 1. */
  readonly weight: number;
  /** What the operator takes for a part; null: not known, which counts as the dearest. */
  readonly buyPrice: Millionths | null;
  readonly enabled: boolean;
};

export type NewRoute = Omit<Route, 'id'>;

export const routeDefaults = {
  network: '',
  grade: null,
  senders: [],
  priority: 1,
  weight: 1,
  buyPrice: null,
  enabled: true,
} as const satisfies Partial<Route>;

/** `sender` as the message has it: empty where it names none. */
export function senderKindOf(sender: string): SenderKind {
  if (sender === '') return 'none';
  if (!/^\+?\d+$/.test(sender)) return 'word';
  return isShortNumber(sender.replace('+', '')) ? 'short' : 'long';
}
