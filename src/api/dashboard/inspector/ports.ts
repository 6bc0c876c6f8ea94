/** What the pages about the inspector ask of the program. */
import type { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { Sealer } from '#core/sealed.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { EventStore } from '#webhooks/pull/event-store.ts';
import type { orderAnswer } from './definitions.ts';

export type NextAnswer = Readonly<z.output<(typeof orderAnswer)['body']>>;

export type InspectedRequest = {
  readonly id: number;
  readonly atMs: number;
  /** The request line and the fields, as they came, a line each. */
  readonly head: string;
  readonly body: Uint8Array;
  /** What it was answered, in words. */
  readonly answer: string;
};

export type InspectorPorts = {
  readonly inspector: {
    /** Whether something here receives what is posted to it. */
    readonly isRunning: boolean;
    readonly findAnswer: () => Promise<NextAnswer>;
    /** Every process that has an inspector reads it within a second. */
    readonly orderAnswer: (answer: NextAnswer, atMs: number) => Promise<void>;
  };
  readonly inspectedRequests: {
    /** The newest first, below an id. */
    listRequests(beforeId: number, limit: number): Promise<readonly InspectedRequest[]>;
    findRequest(id: number): Promise<InspectedRequest | undefined>;
    clearRequests(): Promise<number>;
  };
  readonly openSealed: Sealer['open'];
  readonly endpoints: Pick<EndpointManagement, 'store'>;
  readonly eventBodies: Pick<EventStore, 'findBodies'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};
