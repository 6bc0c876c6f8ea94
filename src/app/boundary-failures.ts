/** What the log and the metrics are told of failures at the boundaries. */
import { type BoundaryFailure, onBoundaryFailure } from '#core/boundary.ts';
import { hearThreads } from '#core/boundary-threads.ts';
import type { Clock } from '#core/clock.ts';
import { faultFields } from '#core/fault-fields.ts';
import type { Log, LogFields } from '#core/log.ts';
import type { Tally } from './metrics/tally.ts';

/** Lines of one boundary a minute: a stranger who finds a fault must not be able to fill the disk with it. */
const linesMax = 10;
const windowMs = 60_000;

type Window = { readonly startedAtMs: number; lines: number; unwritten: number };

export type BoundaryPorts = {
  readonly log: Pick<Log, 'error'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly tally: Pick<Tally, 'boundaryFailed'> | undefined;
};

export function reportBoundaryFailures(ports: BoundaryPorts): Disposable {
  const windows = new Map<string, Window>();
  const tell = (boundary: string, fields: LogFields): void => {
    ports.tally?.boundaryFailed(boundary);
    const window = windowOf(windows, boundary, ports.clock.monotonicMs());
    if (window.lines >= linesMax) {
      window.unwritten += 1;
      return;
    }
    window.lines += 1;
    const { unwritten } = window;
    window.unwritten = 0;
    ports.log.error('boundary.failed', {
      boundary,
      ...fields,
      ...(unwritten > 0 && { unwritten }),
    });
  };
  const stack = new DisposableStack();
  stack.use(onBoundaryFailure((failure) => tell(failure.boundary, fieldsOf(failure))));
  stack.use(hearThreads(({ boundary, fields }) => tell(boundary, fields)));
  return stack;
}

/** By boundary: there are as many as the program declares. */
function windowOf(windows: Map<string, Window>, name: string, nowMs: number): Window {
  const known = windows.get(name);
  if (known !== undefined && nowMs < known.startedAtMs + windowMs) return known;
  const fresh = { startedAtMs: nowMs, lines: 0, unwritten: known?.unwritten ?? 0 };
  windows.set(name, fresh);
  return fresh;
}

function fieldsOf({ error, endError }: BoundaryFailure): LogFields {
  return {
    ...faultFields(error),
    ...(endError !== undefined && { endFailed: faultFields(endError) }),
  };
}
