/** The operations of this room, which operations.ts joins with the others'. */
import { examineAll, serverSettings, takeDiagnostics } from './server-operations.ts';

export const doctorOperations = {
  installation: [],
  /** They ask what only a running server knows. */
  server: [serverSettings, examineAll, takeDiagnostics],
  pages: [],
} as const;
