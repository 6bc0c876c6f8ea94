/** The ear and mouth of a built-in phone: its ports, its descriptions, and what it says and hears. */
import { must } from '#core/assert.ts';
import type { Media, MediaCall, VoiceCoding } from '#numbers/sip/media/media.ts';
import { parseSdp } from '#numbers/sip/sdp.ts';
import { type Audio, findAudio } from '#numbers/sip/sdp-audio.ts';
import { OwnOrigin } from '#numbers/sip/sdp-relay.ts';
import { answerVoice, chooseVoice, offerVoice } from '#numbers/sip/sdp-voice.ts';
import type { IncomingOffer, OfferReply } from '#numbers/sip/user-agent.ts';

/** Where all built-in phones are. */
export const phoneAddress = '127.0.0.1';

export type AudioHandlers = {
  /** A packet's samples, mostly 160. */
  readonly heard: (pcm: Int16Array) => void;
  /** What was to be said has been said. */
  readonly spoken?: () => void;
  readonly key: (key: string) => void;
  /** The ports are gone. */
  readonly lost: () => void;
};

export type AudioPorts = { readonly media: Media; readonly random: () => number };

export class PhoneAudio {
  readonly #origin: OwnOrigin;
  #call: MediaCall | undefined;

  private constructor(random: () => number) {
    this.#origin = new OwnOrigin(String(Math.floor(random() * 1e15)));
  }

  /** Undefined where no port is left. */
  static async open(
    { media, random }: AudioPorts,
    { heard, spoken, key, lost }: AudioHandlers,
  ): Promise<PhoneAudio | undefined> {
    const audio = new PhoneAudio(random);
    const order = { kind: 'voice', bindAddress: phoneAddress } as const;
    const call = await media.open(order, { heard, digit: key, ended: () => spoken?.(), lost });
    if (call === undefined) return undefined;
    audio.#call = call;
    call.listen(true);
    return audio;
  }

  offer(): Buffer {
    return offerVoice(this.#end, this.#origin);
  }

  /** Takes the peer's answer to our offer; false where it has nothing that we speak. */
  take(answer: Buffer): boolean {
    const heard = read(answer);
    if (heard !== undefined) this.#lock(heard);
    return heard !== undefined;
  }

  /** Our answer to the peer's offer; undefined where it has nothing that we speak. */
  answer(offer: Buffer): Buffer | undefined {
    const heard = read(offer);
    if (heard === undefined) return undefined;
    this.#lock(heard);
    return answerVoice(heard.sdp, { end: this.#end, origin: this.#origin, ...heard });
  }

  /** Held, moved, or asked for an offer of ours in the middle of a call. */
  offered({ sdp }: IncomingOffer): OfferReply {
    if (sdp === undefined) {
      const acknowledged = (answer: Buffer | undefined): void => {
        if (answer !== undefined) this.take(answer);
      };
      return { status: 200, sdp: this.offer(), acknowledged };
    }
    const answer = this.answer(sdp);
    return answer === undefined ? { status: 488 } : { status: 200, sdp: answer };
  }

  say(pcm: Int16Array): void {
    this.#call?.play(pcm);
  }

  /** What somebody says now, a frame at a time. */
  stream(pcm: Int16Array): void {
    this.#call?.stream(pcm);
  }

  press(key: string): void {
    this.#call?.press(key);
  }

  async close(): Promise<void> {
    await this.#call?.close();
    this.#call = undefined;
  }

  get #end() {
    return { address: phoneAddress, port: must(this.#call, 'open audio').port('a') };
  }

  #lock({ audio, coding }: { readonly audio: Audio; readonly coding: VoiceCoding }): void {
    const { address, port, rtcpPort, payloadTypes } = audio;
    this.#call?.lock('a', {
      address,
      port,
      rtcpPort,
      payloadTypes,
      sources: [address, phoneAddress],
      symmetric: true,
      voice: coding,
    });
  }
}

function read(octets: Buffer) {
  const sdp = parseSdp(octets);
  const found = sdp && findAudio(sdp, { isLoopback: true });
  const coding = found?.ok === true ? chooseVoice(found.audio) : undefined;
  if (sdp === undefined || found?.ok !== true || coding === undefined) return undefined;
  return { sdp, audio: found.audio, coding };
}
