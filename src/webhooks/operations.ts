/** The operations of this room, which operations.ts joins with the others'. */
import { listAttempts, listDeliveries } from './deliveries/attempt-operations.ts';
import {
  listEvents,
  replayEvent,
  showOneEvent,
  totalEvents,
} from './deliveries/event-operations.ts';
import { endpointFigures } from './deliveries/figure-operation.ts';
import { listRecent } from './deliveries/recent-operation.ts';
import { cancelReplay, listReplays, replayEndpoint } from './deliveries/replay-operations.ts';
import { pauseEndpoint, resumeEndpoint, skipEvent } from './endpoints/endpoint-holding.ts';
import {
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  setEndpoint,
  showEndpoint,
} from './endpoints/endpoint-operations.ts';
import {
  revokeSecrets,
  rotateSecret,
  showSecret,
  testEndpoint,
} from './endpoints/endpoint-secrets.ts';
import { signEndpoint } from './endpoints/endpoint-signing.ts';
import { followEvents } from './live/live-operation.ts';
import {
  checkRequest,
  clearInspected,
  listInspected,
  showInspected,
} from './management/inspected-operations.ts';

export const webhooksOperations = {
  /** Whether or not a server runs. */
  installation: [
    listEndpoints,
    showEndpoint,
    addEndpoint,
    setEndpoint,
    removeEndpoint,
    pauseEndpoint,
    resumeEndpoint,
    skipEvent,
    showSecret,
    rotateSecret,
    revokeSecrets,
    testEndpoint,
    signEndpoint,
    endpointFigures,
    listAttempts,
    listDeliveries,
    listEvents,
    totalEvents,
    showOneEvent,
    listRecent,
    replayEvent,
    replayEndpoint,
    listReplays,
    cancelReplay,
    listInspected,
    showInspected,
    clearInspected,
  ],
  server: [],
  /** They are of somebody's own session or sign-in, or have commands of their own. */
  pages: [followEvents, checkRequest],
} as const;
