/** SIP that is right, of each kind. */
import { sipText } from '#test/harness/sip-messages.ts';
import { offerSdp } from '#test/harness/sip-phones.ts';

const sdp = offerSdp.toString('latin1');
const digest =
  'Authorization: Digest realm="a", nonce="b", username="c", uri="sip:b", response="d", qop=auth, cnonce="e", nc=00000001';

export const sipSeeds: readonly Buffer[] = [
  {},
  { start: 'SIP/2.0 200 OK' },
  { start: 'SIP/2.0 401 x', lines: ['WWW-Authenticate: Digest realm="a", nonce="b", qop="auth"'] },
  { start: 'INVITE sip:b@127.0.0.1 SIP/2.0', lines: ['c: application/sdp'], body: sdp },
  { start: 'BYE sip:b@127.0.0.1 SIP/2.0', fields: { To: '<sip:b@127.0.0.1>;tag=x' } },
  { start: 'CANCEL sip:b@127.0.0.1 SIP/2.0' },
  { start: 'PRACK sip:b@127.0.0.1 SIP/2.0', lines: ['RAck: 1 1 INVITE', 'Require: 100rel'] },
  { start: 'REGISTER sip:127.0.0.1 SIP/2.0', lines: [digest] },
  { lines: ['Record-Route: <sip:p;lr>, "x \\" y" <sip:q>', 'Session-Expires: 90;refresher=uac'] },
  {
    start: 'OPTIONS sip:[2001:db8::1]:5070;a=b SIP/2.0',
    lines: ['Content-Length: 3'],
    body: 'abc',
  },
  {
    start: 'INFO sip:b@127.0.0.1 SIP/2.0',
    lines: ['c: multipart/mixed;boundary=x', 'l: 60'],
    body: '--x\r\nContent-Type: application/sdp\r\n\r\nv=0\r\n--x--\r\n........................',
  },
].map((change) => sipText(change));

export const sdpSeeds: readonly Buffer[] = [
  offerSdp,
  Buffer.from(
    'v=0\r\no=a 1 1 IN IP6 2001:db8::1\r\ns=-\r\nc=IN IP6 2001:db8::1\r\nt=0 0\r\nm=video 9 RTP/SAVPF 96\r\nm=audio 4000/2 RTP/AVP 8 0 101\r\na=rtpmap:101 telephone-event/8000\r\na=fmtp:101 0-16\r\na=rtcp:4001\r\na=rtcp-mux\r\na=candidate:1\r\na=sendonly\r\n',
  ),
];
