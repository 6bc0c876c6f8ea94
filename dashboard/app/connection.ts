/** Whether the server answers: every call tells, and while it does not, one asks every three seconds. */
import { useSyncExternalStore } from 'react';

const askEveryMs = 3_000;

let isReached = true;
let isAsking = false;
const listeners = new Set<() => void>();

export function answered(): void {
  change(true);
}

export function notAnswered(): void {
  change(false);
  if (isAsking) return;
  isAsking = true;
  setTimeout(() => void ask(), askEveryMs);
}

async function ask(): Promise<void> {
  isAsking = false;
  try {
    await fetch('/healthz', { signal: AbortSignal.timeout(askEveryMs) });
    answered();
  } catch {
    notAnswered();
  }
}

function change(now: boolean): void {
  if (isReached === now) return;
  isReached = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useIsReached(): boolean {
  return useSyncExternalStore(subscribe, () => isReached);
}
