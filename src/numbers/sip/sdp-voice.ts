/** Descriptions of a stream that ends with us: voicemail and the phone speak PCMA or PCMU, 20 ms a packet. */
import type { VoiceCoding } from './media/media.ts';
import { attributes, type Sdp, type SdpMedia, writtenAddress } from './sdp.ts';
import type { Audio } from './sdp-audio.ts';
import type { OurEnd, OwnOrigin } from './sdp-relay.ts';

/** RFC 3551 §6: payload types that need no rtpmap. */
const staticTypes: Readonly<Record<string, 'pcma' | 'pcmu'>> = { '0': 'pcmu', '8': 'pcma' };
const eventTypeOfOurs = 101;

/** What we and the peer both speak: the first of its list. `undefined` is a 488 with Warning 305. */
export function chooseVoice(audio: Audio): VoiceCoding | undefined {
  if (audio.isSecure) return undefined;
  const names = codecNames(audio.media);
  for (const format of audio.media.formats) {
    const law = lawOf(names.get(format) ?? staticTypes[format]);
    if (law !== undefined) {
      const eventPayloadType = eventTypeIn(audio.media, names);
      return { law, payloadType: Number(format), eventPayloadType };
    }
  }
  return undefined;
}

/** By format: `pcma/8000` from `a=rtpmap:8 PCMA/8000`. */
function codecNames(media: SdpMedia): Map<string, string> {
  return new Map(
    attributes(media.lines, 'rtpmap').map((value) => {
      const [format = '', name = ''] = value.split(/ +/);
      return [format, name.toLowerCase()];
    }),
  );
}

function lawOf(name: string | undefined): 'pcma' | 'pcmu' | undefined {
  const known = /^(?<law>pcm[au])(?:\/8000(?:\/1)?)?$/.exec(name ?? '')?.groups?.['law'];
  return known === undefined ? undefined : known === 'pcma' ? 'pcma' : 'pcmu';
}

function eventTypeIn(media: SdpMedia, names: Map<string, string>): number | undefined {
  const format = media.formats.find((each) => names.get(each) === 'telephone-event/8000');
  return format === undefined ? undefined : Number(format);
}

type VoiceAnswer = {
  readonly end: OurEnd;
  readonly origin: OwnOrigin;
  readonly audio: Audio;
  readonly coding: VoiceCoding;
};

/** RFC 3264 §6: as many `m=` lines as the offer has, in its order, and the direction mirrored. */
export function answerVoice(offer: Sdp, { end, origin, audio, coding }: VoiceAnswer): Buffer {
  const media = offer.media.flatMap((each, index) =>
    index === audio.index
      ? voiceLines(end.port, [coding], mirrored(audio))
      : [`m=${each.kind} 0 ${each.protocol} ${each.formats[0] ?? '0'}`],
  );
  return origin.write(end.address, [...sessionLines(end), ...media]);
}

/** Our own offer: both laws and telephone-event. */
export function offerVoice(end: OurEnd, origin: OwnOrigin): Buffer {
  const codings: VoiceCoding[] = [
    { law: 'pcma', payloadType: 8, eventPayloadType: eventTypeOfOurs },
    { law: 'pcmu', payloadType: 0, eventPayloadType: eventTypeOfOurs },
  ];
  const lines = voiceLines(end.port, codings, 'sendrecv');
  return origin.write(end.address, [...sessionLines(end), ...lines]);
}

function sessionLines(end: OurEnd): string[] {
  return ['s=-', `c=IN ${writtenAddress(end.address)}`, 't=0 0'];
}

function mirrored({ direction }: Audio): string {
  if (direction === 'sendonly') return 'recvonly';
  return direction === 'recvonly' ? 'sendonly' : direction;
}

function voiceLines(port: number, codings: readonly VoiceCoding[], direction: string): string[] {
  const event = codings[0]?.eventPayloadType;
  const types = codings.map(({ payloadType }) => payloadType);
  const formats = [...types, ...(event === undefined ? [] : [event])];
  return [
    `m=audio ${port} RTP/AVP ${formats.join(' ')}`,
    ...codings.map(({ law, payloadType }) => `a=rtpmap:${payloadType} ${law.toUpperCase()}/8000`),
    // RFC 4733 §7.1.1: keys are events 0 to 15.
    ...(event === undefined
      ? []
      : [`a=rtpmap:${event} telephone-event/8000`, `a=fmtp:${event} 0-15`]),
    'a=ptime:20',
    `a=${direction}`,
  ];
}
