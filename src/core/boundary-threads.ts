/** Boundaries in our own threads: what fails there is told to the main thread, which has the log and the counts. */
import { BroadcastChannel } from 'node:worker_threads';
import { boundaries, onBoundaryFailure } from './boundary.ts';
import { type FaultFields, faultFields } from './fault-fields.ts';

export type ThreadFailure = { readonly boundary: string; readonly fields: FaultFields };

type Said =
  | { readonly failed: ThreadFailure }
  /** Of a test: the next entry there is to fail. */
  | { readonly failNext: string }
  /** Of a test: none is to fail any more. */
  | { readonly disarm: string };

const channelName = 'parley boundaries';

function boundaryNamed(sought: string) {
  return boundaries().find(({ name }) => name === sought);
}

/** In a thread, once: from now on its failures are told. */
export function reportToMainThread(): void {
  const channel = new BroadcastChannel(channelName);
  channel.unref();
  channel.addEventListener('message', (message) => {
    const said = (message as { readonly data: Said }).data;
    if ('failNext' in said) boundaryNamed(said.failNext)?.failNext();
    if ('disarm' in said) boundaryNamed(said.disarm)?.disarm();
  });
  onBoundaryFailure(({ boundary, error }) => {
    channel.postMessage({ failed: { boundary, fields: faultFields(error) } } satisfies Said);
  });
}

/** In the main thread: hears of failures in all threads until it is disposed of. */
export function hearThreads(heard: (failure: ThreadFailure) => void): Disposable {
  const channel = new BroadcastChannel(channelName);
  channel.unref();
  channel.addEventListener('message', (message) => {
    const said = (message as { readonly data: Said }).data;
    if ('failed' in said) heard(said.failed);
  });
  return { [Symbol.dispose]: () => channel.close() };
}

/** For tests: the next entry through that boundary fails in each thread that runs, until it is disposed of. */
export function failNextInThreads(boundary: string): Disposable {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ failNext: boundary } satisfies Said);
  return {
    [Symbol.dispose]: () => {
      channel.postMessage({ disarm: boundary } satisfies Said);
      channel.close();
    },
  };
}
