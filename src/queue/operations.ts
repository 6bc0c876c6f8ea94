/** The operations of this room, which operations.ts joins with the others'. */
import { drainProcess, resumeProcess, showCluster } from './cluster/cluster-operations.ts';

export const queueOperations = {
  /** Whether or not a server runs. */
  installation: [showCluster, drainProcess, resumeProcess],
  server: [],
  pages: [],
} as const;
