/**
 * Feeds a session with PDUs that are right, bent, cut and made up, a million by default:
 *
 *   node bench/fuzz-smpp.ts [PDUs] [seed]
 *
 * Behind PDUs whose lengths are true a good enquire_link must be answered, whatever they hold; a link
 * whose framing was broken must end. It prints what was counted, and fails where that does not hold.
 */
import assert from 'node:assert/strict';
import { unreachable } from '#core/assert.ts';
import { commandTable, type Field } from '#sms/smpp/commands.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import type { Command, Pdu } from '#sms/smpp/pdu.ts';
import { openBound, pdu } from '#test/harness/smpp-session.ts';

const total = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);

/** xorshift32: the same seed gives the same PDUs on every machine. */
let state = seed | 1;
function chance(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const commands = Object.keys(commandTable) as Command[];
/** After an unbind there would be nothing left to feed. */
const fed = commands.filter((command) => command !== 'unbind');

function text(): string {
  const codes = Array.from({ length: chance(5) === 0 ? chance(20) : 0 }, () => 1 + chance(255));
  return String.fromCharCode(...codes).slice(0, 4);
}

function octets(most: number): Buffer {
  return Buffer.from(Array.from({ length: chance(most) }, () => chance(256)));
}

function value(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return text();
    case 'octet':
      return chance(256);
    case 'address':
      return { ton: chance(8), npi: chance(20), address: text() };
    case 'octets':
      return octets(160);
    case 'destinations':
      return chance(2) === 0 ? [{ list: text() }] : [{ ton: 1, npi: 1, address: text() }];
    case 'failed':
      return [{ ton: 1, npi: 1, address: text(), status: chance(0xffff) }];
    default:
      return unreachable(field);
  }
}

function anyPdu(): Pdu {
  const command = fed[chance(fed.length)] ?? 'enquire_link';
  const fields: readonly Field[] = commandTable[command].fields;
  const tlvs = Array.from({ length: chance(3) }, () => ({
    tag: chance(0xffff),
    value: octets(20),
  }));
  const body = { ...Object.fromEntries(fields.map((field) => [field.name, value(field)])), tlvs };
  const status = chance(4) === 0 ? chance(0xffff) : 0;
  return { command, status, sequence: chance(0xffff_ffff), body } as unknown as Pdu;
}

/** Changed and missing octets; the length says what is there. */
function bend(good: Buffer): Buffer {
  const bent = Buffer.from(good);
  for (let left = chance(4); left >= 0; left--) bent[4 + chance(bent.length - 4)] = chance(256);
  const cut = chance(4) > 0 ? bent : bent.subarray(0, 16 + chance(bent.length - 15));
  cut.writeUInt32BE(cut.length);
  return cut;
}

/** Octets that cannot be cut into PDUs any more. */
function breakFraming(good: Buffer): Buffer {
  if (chance(2) === 0) return octets(60);
  const bent = Buffer.from(good);
  bent[chance(4)] = chance(256);
  return bent;
}

function next(keepsFraming: boolean): Buffer {
  const good = encodePdu(anyPdu());
  if (!keepsFraming && chance(100) === 0) return breakFraming(good);
  return chance(4) === 0 ? good : bend(good);
}

const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

type Link = Awaited<ReturnType<typeof openBound>>;

function isClosed(link: Link): boolean {
  return link.told.closed !== undefined;
}

function isHeard(link: Link): boolean {
  link.session.received(encodePdu(pdu('enquire_link', 0xfff0_0000)));
  return link.wire.sent().some(({ sequence }) => sequence === 0xfff0_0000);
}

/** As long as the lengths were true the link must hear; where they were not, it must end. */
function judge(link: Link, keepsFraming: boolean): string {
  // A bent command id can become an unbind's.
  if (link.told.closed === 'peer unbound') return 'links that unbound';
  if (isClosed(link)) {
    assert.ok(!keepsFraming, `gave up a good stream after PDU ${fedSoFar}, seed ${seed}`);
    return 'links that closed at once';
  }
  if (isHeard(link)) return 'links that answered';
  assert.ok(!keepsFraming, `deaf after PDU ${fedSoFar}, seed ${seed}`);
  link.clock.advance(60_000);
  assert.ok(isClosed(link), `deaf for ever after PDU ${fedSoFar}, seed ${seed}`);
  return 'links that closed for silence';
}

let fedSoFar = 0;
const startedAt = performance.now();
while (fedSoFar < total) {
  const link = await openBound();
  const keepsFraming = chance(2) === 0;
  const chunks = Array.from({ length: 1 + chance(200) }, () => next(keepsFraming));
  fedSoFar += chunks.length;
  const stream = Buffer.concat(chunks);
  for (let at = 0; at < stream.length; ) {
    const step = 1 + chance(2_000);
    link.session.received(stream.subarray(at, at + step));
    at += step;
  }
  link.wire.flush();
  count(judge(link, keepsFraming));
  for (const kind of link.told.errors) count(kind);
  counts.set('handed over', (counts.get('handed over') ?? 0) + link.told.requests.length);
  link.session.gone(undefined);
}
const seconds = (performance.now() - startedAt) / 1_000;
const report = { fed: fedSoFar, seed, seconds: Math.round(seconds), ...Object.fromEntries(counts) };
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
