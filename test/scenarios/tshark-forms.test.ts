/** Every form in which a text may travel to an operator, read by a packet analyser. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { makeSubmit } from '#sms/links/submit-pdu.ts';
import { operatorDefaults } from '#sms/operator.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import type { WrittenForm } from '#sms/text/form.ts';
import { aMessage, aRecipient, atMs } from '#test/harness/records.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const smppPort = 2775;
const joinings = ['udh8', 'udh16', 'sar', 'payload'] as const;
const codes = ['gsm7', 'gsm7Packed', 'latin1', 'ascii', 'ucs2'] as const;
/** A letter that only these tables have; 00 are the default ones. */
const tables = [
  ['00', 'a'],
  ['01', 'ş'],
  ['10', 'ş'],
  ['33', 'ã'],
  ['02', 'á'],
] as const;

const hasTshark = spawnSync('tshark', ['--version']).error === undefined;

test('tshark reads the submits of every form of text', {
  skip: hasTshark ? false : 'tshark is not installed',
}, () => {
  const pdus = [...shortTexts(), ...longTexts()];
  using folder = temporaryFolder();
  const capture = path.join(folder.path, 'submits.pcap');
  writeCapture(pdus, capture);
  assert.deepEqual(read(capture, '_ws.malformed || _ws.unreassembled'), []);
  assert.equal(read(capture, 'smpp.command_id == 4').length, pdus.length);
  // The parts of each long text: two joined by TLVs for each code, one payload for each.
  assert.equal(read(capture, 'smpp.sar_total_segments == 2').length, 2 * codes.length);
  assert.equal(read(capture, 'smpp.message_payload').length, codes.length);
});

function shortTexts(): readonly Buffer[] {
  return joinings.flatMap((long) =>
    codes.map((code) => submit(`${code}/${long}/00`, code === 'ucs2' ? 'ж' : 'a', 1)),
  );
}

function longTexts(): readonly Buffer[] {
  return joinings.flatMap((long) =>
    codes.flatMap((code) => {
      const withTables = code.startsWith('gsm7') && long.startsWith('udh');
      const usable = withTables ? tables : tables.slice(0, 1);
      return usable.flatMap(([named, letter]) => {
        const text = code === 'ucs2' ? 'ж'.repeat(130) : letter.repeat(40) + 'a'.repeat(160);
        const parts = long === 'payload' ? [1] : [1, 2];
        return parts.map((part) => submit(`${code}/${long}/${named}` as WrittenForm, text, part));
      });
    }),
  );
}

function submit(form: WrittenForm, text: string, part: number): Buffer {
  const message = aMessage({ text });
  const recipient = aRecipient(message, { form, parts: 2, concatReference: 0x1234 });
  const body = makeSubmit({ message, recipient, part, intended: false }, operatorDefaults, atMs);
  return encodePdu({ command: 'submit_sm', status: 0, sequence: 1, body });
}

/** In the form that text2pcap reads: an offset, then octets. */
function writeCapture(pdus: readonly Buffer[], capture: string): void {
  const dump = pdus.map((pdu) => {
    const octets = [...pdu].map((octet) => octet.toString(16).padStart(2, '0'));
    return `000000 ${octets.join(' ')}\n`;
  });
  const listing = `${capture}.txt`;
  writeFileSync(listing, dump.join('\n'));
  execFileSync('text2pcap', ['-q', '-T', `40000,${smppPort}`, listing, capture], {
    stdio: 'ignore',
  });
}

function read(capture: string, filter: string): readonly string[] {
  const decode = ['-r', capture, '-d', `tcp.port==${smppPort},smpp`];
  const print = ['-Y', filter, '-T', 'fields', '-e', 'frame.number'];
  const found = execFileSync('tshark', [...decode, ...print], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return found.split('\n').filter((line) => line !== '');
}
