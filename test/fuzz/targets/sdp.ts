/** A session description: its audio found, answered, and rewritten for the relay; what we write reads again. */
import assert from 'node:assert/strict';
import { parseSdp } from '#numbers/sip/sdp.ts';
import { findAudio } from '#numbers/sip/sdp-audio.ts';
import { OwnOrigin, rewriteForRelay } from '#numbers/sip/sdp-relay.ts';
import { answerVoice, chooseVoice } from '#numbers/sip/sdp-voice.ts';
import type { Target } from '../engine/target.ts';
import { sdpSeeds } from './sip-seeds.ts';

const end = { address: '192.0.2.9', port: 4_002 };

export const sdp: Target = {
  name: 'sdp',
  protocol: 'sip',
  seeds: sdpSeeds,
  read: (octets) => {
    const parsed = parseSdp(octets);
    if (parsed === undefined) return;
    const found = findAudio(parsed, { isLoopback: false });
    if (!found.ok) return;
    const { audio } = found;
    const origin = new OwnOrigin('1');
    const relayed = rewriteForRelay(parsed, { audioIndex: audio.index, end, origin });
    assert.ok(
      relayed.length > octets.length + 400 || parseSdp(relayed) !== undefined,
      'unreadable',
    );
    const coding = chooseVoice(audio);
    if (coding === undefined) return;
    assert.notEqual(parseSdp(answerVoice(parsed, { end, origin, audio, coding })), undefined);
  },
};
