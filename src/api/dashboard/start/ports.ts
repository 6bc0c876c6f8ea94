/** What the first minutes ask of the program. */

import type { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { failOperator, goLiveSteps } from './definitions.ts';

export type GoLiveStep = { readonly step: (typeof goLiveSteps)[number]; readonly isDone: boolean };

export type Fault = z.output<(typeof failOperator)['body']>['fault'];

export type StartPorts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly start: {
    readonly hasSimulator: boolean;
    /** Undefined: the key that is shown at each start is another account's. */
    readonly testKeyOf: (accountId: number) => Promise<string | undefined>;
    /** Digits of numbers that take replies for the account. */
    readonly numbersOf: (accountId: number) => Promise<readonly string[]>;
    readonly goLive: (accountId: number) => Promise<readonly GoLiveStep[]>;
    readonly simulatedNumbers: readonly { readonly number: string; readonly description: string }[];
    /** Whichever process runs the built-in operator does these, within a second. */
    readonly writeOnPhone: (phone: string, to: string, text: string) => Promise<void>;
    readonly failOperator: (fault: Fault, forMs: number) => Promise<void>;
    readonly moveClock: (byMs: number) => Promise<void>;
  };
};
