/** What the first minutes ask of the program. */

import type { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { TestTimeMoved, TestTimeWish } from '#sms/waiting/test-time.ts';
import type { failOperator, goLiveSteps, switchPhone } from './definitions.ts';

export type GoLiveStep = { readonly step: (typeof goLiveSteps)[number]; readonly isDone: boolean };

export type Fault = z.output<(typeof failOperator)['body']>['fault'];

export type Today = {
  readonly sinceMs: number;
  /** Live. */
  readonly smsParts: number;
  readonly emails: number;
  /** Of today's live recipients: those whose end is known, and those that were reached. */
  readonly ended: number;
  readonly delivered: number;
  readonly failingEndpoints: number;
  /** At its endpoints. */
  readonly pendingDeliveries: number;
  /** Of balance, at the pace of the last week; undefined where nothing was spent. */
  readonly daysLeft: number | undefined;
};

type SimulatedNumber = { readonly number: string; readonly description: string };

export type SwitchedPhone = Omit<z.output<(typeof switchPhone)['body']>, 'phone'> & {
  readonly phone: string;
  readonly untilMs: number;
};

export type WrittenOnPhone = {
  /** Whose page it was written on. */
  readonly accountId: number;
  readonly phone: string;
  readonly to: string;
  readonly text: string;
};

export type StartPorts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly start: {
    readonly hasSimulator: boolean;
    readonly hasPhones: boolean;
    /** Undefined: the key that is shown at each start is another account's. */
    readonly testKeyOf: (accountId: number) => Promise<string | undefined>;
    /** Digits of numbers that take replies for the account. */
    readonly numbersOf: (accountId: number) => Promise<readonly string[]>;
    /** Whether anything live has been sent. */
    readonly hasGoneLive: (accountId: number) => Promise<boolean>;
    readonly today: (accountId: number) => Promise<Today>;
    readonly goLive: (accountId: number) => Promise<readonly GoLiveStep[]>;
    readonly simulatedNumbers: readonly SimulatedNumber[];
    readonly calledPhones: readonly SimulatedNumber[];
    /** Those that are switched now. */
    readonly listSwitches: () => Promise<readonly SwitchedPhone[]>;
    readonly switchPhone: (wish: SwitchedPhone) => Promise<void>;
    /** Whichever process runs the built-in operator does these, within a second. */
    readonly writeOnPhone: (written: WrittenOnPhone) => Promise<void>;
    readonly failOperator: (fault: Fault, forMs: number) => Promise<void>;
    readonly moveClock: (byMs: number) => Promise<void>;
    /** At once in the table, and within a second in the lanes of every process. */
    readonly moveTestTime: (wish: TestTimeWish, author: Author) => Promise<TestTimeMoved>;
  };
};
