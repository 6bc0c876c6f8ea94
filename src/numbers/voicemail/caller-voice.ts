/** The caller's end of a recorded call: what its descriptions offer, what ours answer, and from where its audio may come. */
import type { VoicemailOrder } from '../calls/voicemail-taker.ts';
import type { MediaCall, VoiceCoding } from '../sip/media/media.ts';
import { parseSdp, type Sdp } from '../sip/sdp.ts';
import { type Audio, findAudio, isLoopbackAddress } from '../sip/sdp-audio.ts';
import { OwnOrigin } from '../sip/sdp-relay.ts';
import { answerVoice, chooseVoice, offerVoice } from '../sip/sdp-voice.ts';
import type { IncomingOffer, OfferReply } from '../sip/user-agent.ts';

export type Heard = { readonly sdp: Sdp; readonly audio: Audio; readonly coding: VoiceCoding };

export class CallerVoice {
  readonly #leg: VoicemailOrder['leg'];
  readonly #origin: OwnOrigin;
  #media: MediaCall | undefined;
  #coding: VoiceCoding | undefined;

  constructor(leg: VoicemailOrder['leg'], random: () => number) {
    this.#leg = leg;
    this.#origin = new OwnOrigin(String(Math.floor(random() * 1e15)));
  }

  /** In which its audio is recorded, once that is known. */
  get coding(): VoiceCoding | undefined {
    return this.#coding;
  }

  open(media: MediaCall): void {
    this.#media = media;
  }

  /** Another law would make another recording of it. */
  read(octets: Buffer): Heard | 'unusable' {
    const sdp = parseSdp(octets);
    if (sdp === undefined) return 'unusable';
    const isLoopback = isLoopbackAddress(this.#leg.peerAddress);
    const found = findAudio(sdp, { isLoopback });
    const coding = found.ok ? chooseVoice(found.audio) : undefined;
    const isOther = this.#coding !== undefined && coding?.law !== this.#coding.law;
    if (!found.ok || coding === undefined || isOther) return 'unusable';
    return { sdp, audio: found.audio, coding };
  }

  lock({ audio, coding }: Heard): void {
    const { trunk, peerAddress } = this.#leg;
    const { address, port, rtcpPort, payloadTypes } = audio;
    this.#coding = coding;
    this.#media?.lock('a', {
      address,
      port,
      rtcpPort,
      payloadTypes,
      sources: [peerAddress, ...trunk.sources, ...trunk.mediaSources],
      symmetric: trunk.symmetric,
      voice: coding,
    });
  }

  /** Our answer to what was heard, or our offer where nothing was offered. */
  describe(heard: Heard | undefined): Buffer {
    const end = { address: this.#leg.ourAddress, port: this.#media?.port('a') ?? 0 };
    return heard === undefined
      ? offerVoice(end, this.#origin)
      : answerVoice(heard.sdp, { ...heard, end, origin: this.#origin });
  }

  /** A new description: held, moved. */
  reoffered({ sdp }: IncomingOffer): OfferReply {
    if (sdp === undefined) {
      return {
        status: 200,
        sdp: this.describe(undefined),
        acknowledged: (answer) => {
          const heard = answer && this.read(answer);
          if (heard !== undefined && heard !== 'unusable') this.lock(heard);
        },
      };
    }
    const heard = this.read(sdp);
    if (heard === 'unusable') return { status: 488 };
    this.lock(heard);
    return { status: 200, sdp: this.describe(heard) };
  }
}
