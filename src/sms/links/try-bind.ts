/** Connects and binds once, and tells what the operator said: for people who are about to add it. */
import type { FaultText } from '#core/attempt-fault.ts';
import type { Clock } from '#core/clock.ts';
import type { LinkSettings } from '#sms/operator.ts';
import { type BindSettings, bindDefaults } from '#sms/smpp/bind-settings.ts';
import { type LinkState, SmppClient } from '#sms/smpp/client.ts';
import { statusName } from '#sms/smpp/status.ts';

export type TriedLink = Pick<LinkSettings, 'host' | 'port' | 'tls' | 'systemId' | 'bind'> & {
  readonly password: string;
};

export type BindTrial = {
  readonly isBound: boolean;
  /** What the operator calls itself; empty where it said nothing. */
  readonly peer: string;
  /** Why not; empty for a success. */
  readonly why: string;
  readonly durationMs: number;
};

type Ports = { readonly clock: Clock; readonly random: () => number };

/** A password of more octets than the standard's eight is taken by some. */
const passwordBytesMax = 65;
const trialMs = 15_000;

export async function tryBind(link: TriedLink, { clock, random }: Ports): Promise<BindTrial> {
  const startedMs = clock.monotonicMs();
  const settled = Promise.withResolvers<Omit<BindTrial, 'durationMs'>>();
  const settle = (why: string, peer = ''): void =>
    settled.resolve({ isBound: why === '', peer, why });
  const handlers = {
    // Nothing of what it brings is ours to keep: it brings it again to the next bind.
    deliver: () => temporaryFailure,
    stateChanged: (state: LinkState) => told(state, settle),
    ready: () => undefined,
    lateResponse: () => undefined,
    pduError: () => undefined,
  };
  const client = new SmppClient(settingsOf(link), handlers, { clock, random });
  const deadline = clock.after(trialMs, () => settle('bind unanswered' satisfies FaultText));
  try {
    client.start();
    const outcome = await settled.promise;
    return { ...outcome, durationMs: Math.round(clock.monotonicMs() - startedMs) };
  } finally {
    deadline.cancel();
    await client[Symbol.asyncDispose]();
  }
}

/** ESME_RX_T_APPN (SMPP 3.4 §5.1.3): to be tried again. */
const temporaryFailure = 0x64;

function told(state: LinkState, settle: (why: string, peer?: string) => void): void {
  if (state.name === 'bound') settle('', state.peerSystemId);
  if (state.name !== 'waiting') return;
  const { reason, refusedWith, error } = state;
  const status = refusedWith === undefined ? '' : ` with ${statusName(refusedWith)}`;
  settle(
    `${reason satisfies FaultText}${status}${error === undefined ? '' : `: ${error.message}`}`,
  );
}

function settingsOf({ tls, bind, ...link }: TriedLink): BindSettings {
  return {
    ...bindDefaults,
    ...link,
    tls: tls ? {} : undefined,
    passwordBytesMax,
    bind: bind === 'tx-rx' ? 'tx' : bind,
  };
}
