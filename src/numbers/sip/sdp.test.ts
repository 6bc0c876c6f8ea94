import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseSdp, type Sdp } from './sdp.ts';
import { type Audio, findAudio } from './sdp-audio.ts';
import { OwnOrigin, rewriteForRelay } from './sdp-relay.ts';
import { answerVoice, chooseVoice, offerVoice } from './sdp-voice.ts';

function sdp(...lines: string[]): Sdp {
  const text = ['v=0', 'o=a 1 1 IN IP4 192.0.2.1', 's=x', 'c=IN IP4 192.0.2.1', 't=0 0', ...lines];
  const parsed = parseSdp(Buffer.from(`${text.join('\r\n')}\r\n`, 'latin1'));
  assert.ok(parsed);
  return parsed;
}

function audioIn(description: Sdp): Audio {
  const found = findAudio(description, { isLoopback: false });
  assert.ok(found.ok, JSON.stringify(found));
  return found.audio;
}

const here = { address: '198.51.100.7', port: 10_000 };

suite('a description is read', () => {
  test('the first audio stream with a port is the one', () => {
    const audio = audioIn(
      sdp('m=video 9 RTP/AVP 96', 'm=audio 4000/1 RTP/AVP 8 0 101', 'a=sendonly', 'a=rtcp:4010'),
    );
    assert.equal(audio.index, 1);
    assert.deepEqual(audio.payloadTypes, [8, 0, 101]);
    assert.deepEqual([audio.port, audio.rtcpPort, audio.isHeld], [4_000, 4_010, true]);
  });

  test('an address of old is hold, and rtcp-mux is one port', () => {
    const held = audioIn(sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 0.0.0.0', 'a=rtcp-mux'));
    assert.deepEqual([held.isHeld, held.rtcpPort, held.direction], [true, 4_000, 'sendrecv']);
  });

  test('what is no description is none', () => {
    for (const text of ['', 'v=1', 'v=0\r\ns=-', 'v=0\r\no=a 1', 'v=0\r\n\r\no=a 1 1 IN IP4 x']) {
      assert.equal(parseSdp(Buffer.from(text)), undefined, text);
    }
    const head = 'v=0\r\no=a 1 1 IN IP4 1.2.3.4\r\n';
    assert.ok(parseSdp(Buffer.from(head)));
    assert.equal(parseSdp(Buffer.from(`${head}m=audio x RTP/AVP 0`)), undefined);
    assert.equal(parseSdp(Buffer.from(head + 'm=audio 1 RTP/AVP 0\r\n'.repeat(17))), undefined);
  });

  test('addresses at which no single other host listens are refused', () => {
    for (const address of ['224.2.1.1/127', '255.255.255.255', '127.0.0.1']) {
      const found = findAudio(sdp('m=audio 4000 RTP/AVP 0', `c=IN IP4 ${address}`), {
        isLoopback: false,
      });
      assert.deepEqual(found, { ok: false, refusal: 'address not allowed' }, address);
    }
    const local = sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 127.0.0.1');
    assert.ok(findAudio(local, { isLoopback: true }).ok);
    const fax = findAudio(sdp('m=image 4000 udptl t38'), { isLoopback: false });
    assert.deepEqual(fax, { ok: false, refusal: 'no audio' });
  });
});

suite('a description is rewritten for the relay', () => {
  const offered = sdp(
    'a=ice-lite',
    'a=tool:x',
    'm=video 9 RTP/AVP 96',
    'a=candidate:1 1 UDP 1 192.0.2.1 9 typ host',
    'm=audio 4000 RTP/AVP 8 101',
    'c=IN IP4 192.0.2.9',
    'a=rtpmap:101 telephone-event/8000',
    'a=rtcp:4001 IN IP4 192.0.2.9',
    'a=candidate:1 1 UDP 1 192.0.2.9 4000 typ host',
    'a=ice-ufrag:x',
    'a=ptime:30',
    'a=rtcp-mux',
  );

  test('our end stands in it, and nothing of theirs that leads around us', () => {
    const origin = new OwnOrigin('77');
    const written = rewriteForRelay(offered, { audioIndex: 1, end: here, origin }).toString();
    assert.deepEqual(written.split('\r\n'), [
      'v=0',
      'o=- 77 1 IN IP4 198.51.100.7',
      's=-',
      'c=IN IP4 198.51.100.7',
      't=0 0',
      'a=tool:x',
      'm=video 0 RTP/AVP 96',
      'm=audio 10000 RTP/AVP 8 101',
      'a=rtpmap:101 telephone-event/8000',
      'a=ptime:30',
      'a=rtcp-mux',
      '',
    ]);
    assert.ok(!written.includes('192.0.2'));
  });

  test('the version rises only with what is described', () => {
    const origin = new OwnOrigin('77');
    const write = (port: number): string =>
      rewriteForRelay(offered, { audioIndex: 1, end: { ...here, port }, origin }).toString();
    assert.equal(write(10_000), write(10_000));
    assert.match(write(10_002), /o=- 77 2 /);
  });
});

suite('voice that ends with us', () => {
  test('the first law of the offer is chosen, under whatever number it goes', () => {
    const media = ['m=audio 4000 RTP/AVP 3 97 8 96', 'a=rtpmap:97 PCMU/8000'];
    const audio = audioIn(sdp(...media, 'a=rtpmap:96 telephone-event/8000', 'a=sendonly'));
    const coding = chooseVoice(audio);
    assert.deepEqual(coding, { law: 'pcmu', payloadType: 97, eventPayloadType: 96 });
    const offered = sdp(...media);
    const answer = answerVoice(offered, { end: here, origin: new OwnOrigin('1'), audio, coding });
    const read = audioIn(must(parseSdp(answer)));
    assert.deepEqual(read.payloadTypes, [97, 96]);
    assert.equal(read.direction, 'recvonly');
  });

  test('neither law, or encryption, is nothing for us', () => {
    assert.equal(chooseVoice(audioIn(sdp('m=audio 4000 RTP/AVP 9 18'))), undefined);
    assert.equal(chooseVoice(audioIn(sdp('m=audio 4000 RTP/SAVP 8'))), undefined);
    assert.equal(
      chooseVoice(audioIn(sdp('m=audio 4000 RTP/AVP 8', 'a=rtpmap:8 PCMA/16000'))),
      undefined,
    );
  });

  test('our offer can be answered by ourselves', () => {
    const ours = must(parseSdp(offerVoice(here, new OwnOrigin('1'))));
    const coding = chooseVoice(audioIn(ours));
    assert.deepEqual(coding, { law: 'pcma', payloadType: 8, eventPayloadType: 101 });
  });
});

function must<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined);
  return value;
}
