/** `parley network import`: which network numbers belong to, where routes ask for it. */

import { findTwice } from '#core/csv-table.ts';
import { importMax } from '#sms/routing/route-store.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';
import { readTable } from './table-file.ts';
import { filePath, network, prefix } from './written-values.ts';

const columns = { prefix: { kind: prefix }, network: { kind: network } };

const networkImport = command({
  name: 'network import',
  sentence: 'Takes the network of each prefix from a CSV file with the heading prefix,network.',
  takes: { file: needed(filePath, 'FILE', 'The table; it replaces the one imported before.') },
  options: {},
  async run({ file: path }, { clock, open }) {
    const reading = await readTable(path, columns, importMax);
    if (!reading.ok) return failed(reading.problem);
    const twice = findTwice(reading.rows, ({ prefix: digits }) => digits);
    if (twice !== undefined) return failed(`The prefix ${twice.prefix} stands there twice`);
    await using installation = await open();
    await installation.storage.routes.replaceNetworks(reading.rows, authorNow(clock));
    return done(`The networks of ${reading.rows.length} prefixes are known.\n`, {
      prefixes: reading.rows.length,
    });
  },
});

export const networkCommands = [networkImport];
