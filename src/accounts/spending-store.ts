/** What accounts have spent on messages and emails, by the hour: told without reading the messages, and after they are forgotten. */
import type { Millionths } from '#core/money.ts';
import type { Purse } from './movement.ts';

export type SpentHour = {
  /** A whole hour, UTC. */
  readonly startsAtMs: number;
  readonly product: 'sms' | 'email';
  /** Of what was accepted in it, without what was given back in it; below 0 where that was more. */
  readonly cost: Millionths;
  /** Of SMS, or mails, that were accepted in it. */
  readonly parts: number;
};

export type SpendingWish = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Whole hours, the second exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
};
