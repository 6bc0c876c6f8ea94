/**
 * Calls and the built-in phones, which pages hold by HTTP and stay in the main thread. They speak SIP by loopback, so
 * in different threads they need no more than each other's place.
 */
import { availableParallelism } from 'node:os';
import type { Config } from '#config.ts';
import { LateMedia } from '#numbers/sip/media/late-media.ts';
import type { WorkerOptions } from '#numbers/sip/media/messages.ts';
import { cutPorts } from '#numbers/sip/media/ports.ts';
import { RtpMedia } from '#numbers/sip/media/rtp-media.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import type { HeldStanding } from '#numbers/trunks/trunk-standing.ts';

/** For the main thread: calls that another thread of this process carries. */
export type CallsBeside = {
  /** Where a phone on this machine reaches them; undefined where none does. */
  readonly hop: () => Hop | undefined;
  readonly standings: () => Promise<readonly HeldStanding[]>;
};

/** For the thread that carries them: what the main thread has and does for them. */
export type PhonesBeside = {
  /** Of the phones; undefined where there are none. */
  readonly port: number | undefined;
  /** Told at the start, and again when it may have changed. */
  readonly heardAt: (hop: Hop | undefined) => void;
  /** Audio waits for nothing, whatever priority the thread of calls has. */
  readonly startMedia: (options: WorkerOptions) => void;
};

export function hearsSip({ roles, calls }: Pick<Config, 'roles' | 'calls'>): boolean {
  return roles.includes('calls') && calls.listen.how !== 'off';
}

/** Of all calls that built-in phones may have at a time. */
const phonePairs = 100;

/** Phones and calls in one thread share it; in two, each has ports of its own. */
export function openMedia(
  { calls: { rtpPorts } }: Pick<Config, 'calls'>,
  beside: {
    readonly calls: CallsBeside | undefined;
    readonly phones: PhonesBeside | undefined;
  },
): LateMedia {
  const { rest, end } = cutPorts(rtpPorts, phonePairs);
  if (beside.calls !== undefined)
    return new LateMedia(() => new RtpMedia({ workers: 1, ports: end }));
  const ports = beside.phones?.port === undefined ? rtpPorts : rest;
  const workers = Math.max(1, availableParallelism() - 2);
  const start = beside.phones?.startMedia;
  return new LateMedia(() => new RtpMedia({ workers, ports, ...(start && { start }) }));
}
