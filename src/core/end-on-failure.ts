import { faultFields } from './fault-fields.ts';
import { flushLogs, type Log } from './log.ts';

/**
 * What no boundary has caught may have left anything half done, so nothing goes on from there: what was accepted
 * is in the storage, and the next start carries on. In a thread it ends the thread, and with it the process.
 */
export function endOnFailure(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    const exitCode = 1;
    log.error('process.failed', { origin, exitCode, ...faultFields(error) });
    flushLogs();
    process.exit(exitCode);
  });
}
