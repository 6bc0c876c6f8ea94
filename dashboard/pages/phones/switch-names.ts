/** What the switches of a phone are called in the texts. */
import type { Subscriber } from './subscriber.ts';

export const stateNames = {
  on: 'on',
  off: 'off',
  'out of coverage': 'outOfCoverage',
  'memory full': 'memoryFull',
  unknown: 'unknown',
  slow: 'slow',
  throttled: 'throttled',
} as const satisfies Readonly<Record<Subscriber['state'], string>>;

export const habitNames = {
  usual: 'usual',
  early: 'early',
  late: 'late',
  twice: 'twice',
  never: 'never',
} as const satisfies Readonly<Record<Subscriber['reports'], string>>;
