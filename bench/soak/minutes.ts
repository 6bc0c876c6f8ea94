/** What each minute of a soak was like, and the table of them. */
import { readdirSync } from 'node:fs';
import { countOwed } from '../crash/claims.ts';
import type { Ledger, ReportWatch } from '../crash/ledger.ts';
import { processTree, residentMegabytes } from '../process-figures.ts';

type Minute = {
  readonly fault: string;
  readonly accepted: number;
  readonly acceptP99Ms: number;
  readonly reportP99Ms: number;
  readonly residentMegabytes: number;
  readonly fileHandles: number;
  readonly owed: number;
};

export class Minutes implements ReportWatch {
  readonly #minutes: Minute[] = [];
  readonly #offeredAt = new Map<string, number>();
  #acceptMs: number[] = [];
  #reportMs: number[] = [];

  answered(ms: number): void {
    this.#acceptMs.push(ms);
  }

  receiptOffered(phone: string): void {
    this.#offeredAt.set(phone, performance.now());
  }

  /** A report that comes again is no delay of its receipt. */
  webhookCame(phone: string): void {
    const at = this.#offeredAt.get(phone);
    if (at !== undefined) this.#reportMs.push(performance.now() - at);
    this.#offeredAt.delete(phone);
  }

  close(fault: string, pid: number, ledger: Ledger): string {
    const { submits, receipts, webhooks } = countOwed(ledger);
    const pids = processTree(pid);
    const minute: Minute = {
      fault,
      accepted: this.#acceptMs.length,
      acceptP99Ms: p99(this.#acceptMs),
      reportP99Ms: p99(this.#reportMs),
      residentMegabytes: Math.round(residentMegabytes(pids)),
      fileHandles: pids.reduce((sum, each) => sum + countHandles(each), 0),
      owed: submits + receipts + webhooks,
    };
    this.#minutes.push(minute);
    this.#acceptMs = [];
    this.#reportMs = [];
    return row(minute, this.#minutes.length);
  }

  table(): string {
    const rows = this.#minutes.map((minute, index) => row(minute, index + 1));
    return [...head, ...rows, ''].join('\n');
  }
}

const head = [
  '| Minute | Fault | Accepted | Accept p99 | Receipt to webhook p99 | Memory | File handles | Pending at its end |',
  '| ------ | ----- | -------- | ---------- | ---------------------- | ------ | ------------ | ------------------ |',
];

function row(minute: Minute, number: number): string {
  const cells = [
    number,
    minute.fault,
    minute.accepted,
    `${minute.acceptP99Ms} ms`,
    `${minute.reportP99Ms} ms`,
    `${minute.residentMegabytes} MB`,
    minute.fileHandles,
    minute.owed,
  ];
  return `| ${cells.join(' | ')} |`;
}

function p99(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}

function countHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
