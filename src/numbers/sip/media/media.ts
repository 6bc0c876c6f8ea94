/**
 * What an application sees of audio: RTP that is relayed between two sides, or played and recorded on
 * one. The work is done by worker threads, so that nothing the program does delays a packet.
 *
 *   open ─► ports for the SDP ─► lock (where the peer's SDP says that it is) ─► play, record ─► close
 */

export interface Media extends AsyncDisposable {
  /** Opens RTP and RTCP ports; `undefined` where no port is left, which is a 503. */
  open(order: MediaOrder, handlers: MediaHandlers): Promise<MediaCall | undefined>;
  /** Calls that are open, and ports that are taken; both 0 when everything is over. */
  readonly counts: { readonly calls: number; readonly ports: number };
}

export type MediaOrder = {
  /** Relay: what comes on one side leaves on the other. Voice: one side, `a`, that we speak and listen on. */
  readonly kind: 'relay' | 'voice';
  /** The address that the ports are bound to. */
  readonly bindAddress: string;
  /** Of side `b`, where it is another one. */
  readonly otherAddress?: string | undefined;
};

export type SideName = 'a' | 'b';

export interface MediaCall {
  /** The even RTP port of a side, for `m=`; RTCP is the next one. */
  port(side: SideName): number;
  /** Says where a side's audio may come from and go to; said again whenever its SDP changes. */
  lock(side: SideName, peer: MediaPeer): void;
  /** Silence on all sides for so long is told by `silent`. 0: never. Hold raises it. */
  watch(silentMs: number): void;
  /** Voice: speaks the samples after what is still being spoken; `ended` follows. */
  play(pcm: Int16Array): void;
  /** Voice: speaks a live voice, a frame at a time: 60 ms behind, and never more than a second. */
  stream(pcm: Int16Array): void;
  /** Voice: stops speaking. */
  hush(): void;
  /** Voice: presses a key, by telephone-event if that was agreed on. */
  press(key: string): void;
  /** Voice: decodes what comes and appends it to a file, until an end is told. */
  record(order: RecordOrder): void;
  /** Voice: stops recording; `ended` follows when the file is on the disk. */
  stopRecording(): void;
  /** Voice: hands over what comes, a packet at a time as it comes, until told otherwise. */
  listen(wanted: boolean): void;
  /** Closes the ports; what was recorded is on the disk when this settles. */
  close(): Promise<MediaCounters>;
}

export type MediaPeer = {
  /** From the peer's SDP. `0.0.0.0` or port 0: nothing is sent there. */
  readonly address: string;
  readonly port: number;
  /** Without it the port behind RTP's; the same as `port` with rtcp-mux. */
  readonly rtcpPort?: number | undefined;
  /** Addresses and ranges that RTP is taken from besides: the trunk's `media_sources`, the signalling source. */
  readonly sources: readonly string[];
  /** Negotiated; two packets of others do not lock. */
  readonly payloadTypes: readonly number[];
  /** False: RTP goes to the SDP's port, whatever comes from elsewhere. */
  readonly symmetric: boolean;
  /** Voice: the law that both speak, and the payload types it and telephone-event go by. */
  readonly voice?: VoiceCoding | undefined;
};

export type VoiceCoding = {
  readonly law: 'pcma' | 'pcmu';
  readonly payloadType: number;
  readonly eventPayloadType?: number | undefined;
};

export type RecordOrder = {
  /** Exists already, with whatever header it shall have; G.711 as it was received is appended once a second. */
  readonly file: string;
  readonly durationMsMax: number;
  /** Ends after so long below `silenceRms`; 0: never. */
  readonly silenceMs: number;
  readonly silenceRms: number;
  /** Ends after so long without RTP. */
  readonly withoutRtpMs: number;
};

export interface MediaHandlers {
  /** A side's audio was found at this address and is now held to it. */
  locked?(side: SideName, address: string, port: number): void;
  /** A key was pressed: 0–9, *, #, A–D. */
  digit?(digit: string): void;
  /** Nothing has come from any side for the watched time. */
  silent?(): void;
  /** What was played or recorded has ended. */
  ended?(end: MediaEnd): void;
  /** A packet's samples, mostly 160, while listening. */
  heard?(pcm: Int16Array): void;
  /** The worker that served the call has died; its ports are gone. */
  lost?(): void;
}

export type MediaEnd =
  | { readonly what: 'playing' }
  | {
      readonly what: 'recording';
      readonly cause: 'stopped' | 'silence' | 'longest' | 'no rtp' | 'disk';
      /** One octet is one sample of 125 µs. */
      readonly bytes: number;
      readonly durationMs: number;
    };

export type SideCounters = {
  readonly packets: number;
  readonly bytes: number;
  /** Of strangers, malformed, of a payload type that was not agreed on. */
  readonly dropped: number;
  readonly sent: number;
};

export type MediaCounters = Readonly<Partial<Record<SideName, SideCounters>>>;
