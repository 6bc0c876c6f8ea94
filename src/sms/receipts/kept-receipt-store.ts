/** Receipts that matched no message, as they are counted and matched again. */
import type { KeptReceipt, OverduePart } from '#sms/message-store.ts';

export type KeptReceiptCount = {
  readonly operatorId: number;
  readonly receipts: number;
  /** The id of the newest one: it grows when another is kept. */
  readonly newestId: number;
};

export interface KeptReceiptStore {
  /** Counts by operator, among the newest `newest`, those received before an instant. */
  countKept(receivedBeforeMs: number, newest: number): Promise<readonly KeptReceiptCount[]>;
  /** The newest of an operator, among the newest `among` of all, oldest first. */
  newestKept(operatorId: number, limit: number, among: number): Promise<readonly KeptReceipt[]>;
  /** Parts of an operator whose report is awaited, newest first. */
  newestAwaited(operatorId: number, limit: number): Promise<readonly OverduePart[]>;
}
