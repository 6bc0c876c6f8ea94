/** What the service of calls, and each call, ask for. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { Media } from '../sip/media/media.ts';
import type { UserAgent } from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import type { TrunkDirectory } from '../trunks/trunk-directory.ts';
import type { TrunkHealth } from '../trunks/trunk-health.ts';
import type { CallPayer } from '../virtual-number-store.ts';
import type { CallCaps } from './call-caps.ts';
import type { CallEndings } from './call-endings.ts';
import type { CallPrice } from './call-price.ts';
import type { CallOwner, CallStore, CallsUnderWay } from './call-record.ts';
import type { CallWay } from './call-way.ts';
import type { MissedCall, VoicemailTaker } from './voicemail-taker.ts';

export type CallServicePorts = {
  readonly agent: Pick<UserAgent, 'call' | 'resolve' | 'contactFor'>;
  readonly media: Media;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly trunks: () => TrunkDirectory;
  /** The trunk that we have registered at under that user part. */
  readonly registeredAs: (user: string) => Trunk | undefined;
  readonly health: TrunkHealth;
  readonly prices: () => readonly CallPrice[];
  readonly readWay: (dialled: PhoneNumber) => Promise<CallWay>;
  readonly mayCall: (account: CallPayer, target: PhoneNumber) => Promise<boolean>;
  /** Millionths that the account has spent on calls since then. */
  readonly spentSince: (accountId: number, sinceMs: number) => Promise<number>;
  /** Where this process carries all calls there are none elsewhere. */
  readonly callsElsewhere: (owner: CallOwner) => Promise<CallsUnderWay>;
  readonly calls: CallStore;
  readonly endings: CallEndings;
  readonly callIds: Pick<IdSource, 'take'>;
  readonly processId: number;
  readonly caps: CallCaps;
  readonly limits: CallLimits;
  /** What SDP and Contact carry towards that address; `local` is the socket that it called. */
  readonly ourAddress: (peer: string, local?: string) => string;
  /** Where the ports of audio are opened: for who called that socket, or for whom we call. */
  readonly bindAddress: (local?: string) => string;
  readonly passwordOf: (trunk: Trunk) => string;
  /** Of who calls by a trunk that must sign in. */
  readonly passwordIn: (trunk: Trunk) => string;
  readonly voicemail: VoicemailTaker;
  readonly missed: (call: MissedCall) => void;
};

export type CallLimits = {
  /** Millionths a minute: dearer calls are not made. */
  readonly perMinuteMax: number;
  /** Millionths that an account may spend on calls in a day, UTC. */
  readonly spendPerDay: number;
  readonly maxMs: number;
};
