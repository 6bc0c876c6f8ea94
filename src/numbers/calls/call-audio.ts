/**
 * The audio of a call that is led on: descriptions pass between its two legs, changed so that the packets
 * come through us, or untouched where the two ends reach each other.
 */
import type { Media, MediaCall, SideName } from '../sip/media/media.ts';
import { parseSdp } from '../sip/sdp.ts';
import { type Audio, findAudio, isLoopbackAddress } from '../sip/sdp-audio.ts';
import { OwnOrigin, rewriteForRelay } from '../sip/sdp-relay.ts';
import type { TrunkSettings } from '../trunks/trunk.ts';

/** One of the two legs: `a` called us, `b` we call. */
export type AudioLeg = {
  readonly trunk: Pick<TrunkSettings, 'sources' | 'mediaSources' | 'symmetric'>;
  /** Who signals: its audio may come from there too. */
  readonly peerAddress: string;
  /** Ours towards it. */
  readonly ourAddress: string;
};

/** Its port is opened before anything is known of the other one. */
export type CallerLeg = AudioLeg & { readonly bindAddress: string };

export type Passed =
  | { readonly ok: true; readonly sdp: Buffer }
  /** 400: unreadable; 488: nothing in it that can be carried. */
  | { readonly ok: false; readonly status: 400 | 488 };

export interface CallAudio {
  /** How often each leg must show that it lives, where nobody sees its audio; undefined: as usual. */
  readonly sessionExpiresS: number | undefined;
  /** Where we call now: another trunk, another address. */
  leadTo(leg: AudioLeg): void;
  /** A description of one side as the other one shall see it; `fork` keeps answers of several phones apart. */
  pass(from: SideName, sdp: Buffer, fork: string): Passed;
  /** What the ports did; they are closed when this settles. */
  close(): Promise<void>;
}

/** Both trunks reach each other: nothing is changed, and nothing is watched. */
export const bypassed: CallAudio = {
  sessionExpiresS: 300,
  leadTo: () => undefined,
  pass: (_from, sdp) => ({ ok: true, sdp }),
  close: async () => undefined,
};

/** Both sides silent for so long, and not on hold: nobody is there any more. */
const silentMs = 60_000;
const heldMs = 30 * 60_000;

export type RelayOrder = {
  readonly caller: CallerLeg;
  readonly media: Media;
  /** Of the port towards whom we call. */
  readonly bindAddress: string;
  readonly random: () => number;
  /** Nothing came for too long, or the thread that relayed has died. */
  readonly ended: (why: 'silent' | 'lost') => void;
};

/** Undefined where no port is left: a 503. */
export async function openRelay(order: RelayOrder): Promise<CallAudio | undefined> {
  const { media, caller, bindAddress: otherAddress, ended } = order;
  const call = await media.open(
    { kind: 'relay', bindAddress: caller.bindAddress, otherAddress },
    { silent: () => ended('silent'), lost: () => ended('lost') },
  );
  return call && new RelayedAudio(call, order);
}

class RelayedAudio implements CallAudio {
  readonly sessionExpiresS = undefined;
  readonly #call: MediaCall;
  readonly #caller: AudioLeg;
  readonly #random: () => number;
  readonly #origins = new Map<string, OwnOrigin>();
  readonly #held = { a: false, b: false };
  #callee: AudioLeg | undefined;

  constructor(call: MediaCall, { caller, random }: RelayOrder) {
    this.#call = call;
    this.#caller = caller;
    this.#random = random;
    this.#call.watch(silentMs);
  }

  leadTo(leg: AudioLeg): void {
    this.#callee = leg;
  }

  pass(from: SideName, sdp: Buffer, fork: string): Passed {
    const [leg, other] = from === 'a' ? [this.#caller, this.#callee] : [this.#callee, this.#caller];
    const parsed = parseSdp(sdp);
    if (parsed === undefined) return { ok: false, status: 400 };
    if (leg === undefined || other === undefined) return { ok: false, status: 488 };
    const isLoopback = isLoopbackAddress(leg.peerAddress);
    const found = findAudio(parsed, { isLoopback });
    // A description may turn all audio off: then there is nobody to send to.
    if (!found.ok) return { ok: false, status: 488 };
    this.#lock(from, leg, found.audio);
    const to: SideName = from === 'a' ? 'b' : 'a';
    const end = { address: other.ourAddress, port: this.#call.port(to) };
    // Towards A each fork is a dialog, and a dialog keeps its session id (RFC 3264 §8).
    const origin = this.#originFor(to === 'a' ? `a ${fork}` : 'b');
    return {
      ok: true,
      sdp: rewriteForRelay(parsed, { audioIndex: found.audio.index, end, origin }),
    };
  }

  async close(): Promise<void> {
    await this.#call.close();
  }

  #lock(side: SideName, { trunk, peerAddress }: AudioLeg, audio: Audio): void {
    const { address, port, rtcpPort, payloadTypes } = audio;
    const sources = [peerAddress, ...trunk.sources, ...trunk.mediaSources];
    this.#call.lock(side, {
      address,
      port,
      rtcpPort,
      payloadTypes,
      sources,
      symmetric: trunk.symmetric,
    });
    this.#held[side] = audio.isHeld;
    this.#call.watch(this.#held.a || this.#held.b ? heldMs : silentMs);
  }

  #originFor(key: string): OwnOrigin {
    const standing = this.#origins.get(key);
    if (standing !== undefined) return standing;
    const origin = new OwnOrigin(String(Math.floor(this.#random() * 1e15)));
    this.#origins.set(key, origin);
    return origin;
  }
}
