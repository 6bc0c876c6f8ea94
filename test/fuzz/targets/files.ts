/** Files that people hand in: tables of contacts, and greetings. */
import assert from 'node:assert/strict';
import { contactColumns } from '#accounts/address-book/contact-fields.ts';
import { parseTable } from '#core/csv-table.ts';
import { toTelephone } from '#numbers/sip/media/to-telephone.ts';
import { readWav, writeWav } from '#numbers/sip/media/wav.ts';
import { latin1, type Target } from '../engine/target.ts';

const columns = contactColumns('LT');
const rowsMax = 1_000;

export const csv: Target = {
  name: 'csv',
  protocol: 'http',
  seeds: latin1(
    'phoneNumber,firstname,lastname,date,url,custom1\r\n+37060000001,Ona,"O ""x"", y",1990-12-31,https://example.com,z\r\n',
    '\xef\xbb\xbfphoneNumber;firstname\n+37060000001;\n;x\n"a\nb";c;d\n',
  ),
  read: (octets) => {
    const table = parseTable(octets.toString(), columns, rowsMax);
    if (table.ok) assert.ok(table.rows.length <= rowsMax);
  },
};

/** Making a filter is what takes time: most sounds are shorter than it is, one is longer. */
const long = Int16Array.from({ length: 400 }, (_, at) => Math.round(9_000 * Math.sin(at / 4)));
const short = long.subarray(0, 50);
const secondsMax = 2;

export const wav: Target = {
  name: 'wav',
  protocol: 'http',
  seeds: [writeWav(short), writeWav(short, 44_100), writeWav(long, 48_000), writeWav(short, 8_001)],
  bytesMax: 1_024,
  read: (octets) => {
    const file = readWav(octets, secondsMax);
    if (!file.ok) return;
    assert.ok(file.wav.pcm.length * 2 <= octets.length);
    assert.ok(toTelephone(file.wav).length <= file.wav.pcm.length);
  },
};
