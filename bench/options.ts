/** What can be asked of a measurement. */
import { parseArgs } from 'node:util';

export type BenchOptions = {
  /** Messages of a cell. */
  readonly n: number;
  /**
   * Messages before them: a server runs for months, and what V8 compiles in its first seconds is no part of that. Behind
   * 20,000 messages 10,000 more took 1.09 CPU seconds (median of five runs), behind 200,000 0.97.
   */
  readonly warmUp: number;
  /** Each figure is the median of so many cells. */
  readonly repetitions: number;
  /** Of the client. */
  readonly connections: number;
  /** Requests a second; 0 is as many as are answered. */
  readonly rate: number;
  readonly responseDelayMs: number;
  readonly receiptDelayMs: number;
  readonly binds: number;
  readonly window: number;
  /** On a disk: what is measured writes here. */
  readonly folder: string;
  /** Each cell as a line of JSON is added to this file; '' is none. */
  readonly out: string;
  /** A cell during which others used more of the machine than this is measured again. */
  readonly foreignPercentMax: number;
  /** Whether Kannel is also measured with each of its writes forced to disk, which takes root. */
  readonly toDisk: boolean;
  /** A PostgreSQL server, `postgres://…`, to measure beside the folder; '' is none. */
  readonly database: string;
  /** How many of Parley's processes share it. */
  readonly processes: number;
  /** Instead of cells, load for so long, with the rate of each half minute; 0 is none. */
  readonly minutes: number;
  /** Messages that are stored already when `growth` measures; the first is compared with the last. */
  readonly sizes: readonly number[];
  /** Of the campaign that `campaign` has waiting. */
  readonly recipients: number;
  /** What goes beside it a second, and for how long. */
  readonly codesPerSecond: number;
  readonly seconds: number;
  /** What its operator takes a second. */
  readonly operatorRate: number;
  /** Endpoints that never answer, and due events of one that is far behind, in `webhooks`. */
  readonly dead: number;
  readonly backlog: number;
  /** Callers who leave a message at once, and calls whose audio is relayed, in `voice`; 0 is none. */
  readonly voicemails: number;
  readonly relayed: number;
  /** Of `pair` and `voice`: the folder of the checkout whose build is the other one. */
  readonly beside: string;
  /** Whether `guard` writes its figures instead of comparing them. */
  readonly note: boolean;
};

const defaults = {
  n: '40000',
  'warm-up': '100000',
  repetitions: '3',
  connections: '64',
  rate: '0',
  'response-delay-ms': '0',
  'receipt-delay-ms': '0',
  binds: '4',
  window: '100',
  folder: '/var/tmp',
  out: '',
  'foreign-percent-max': '15',
  'to-disk': 'no',
  database: '',
  processes: '1',
  minutes: '0',
  sizes: '1000,100000,10000000',
  recipients: '1000000',
  'codes-per-second': '20',
  seconds: '60',
  'operator-rate': '1000',
  dead: '1000',
  backlog: '500000',
  voicemails: '300',
  relayed: '50',
  beside: '',
};

type Name = keyof typeof defaults;

const valued: Readonly<Record<string, { readonly type: 'string' }>> = Object.fromEntries(
  Object.keys(defaults).map((name) => [name, { type: 'string' } as const]),
);

export const optionsHelp = [
  ...Object.entries(defaults).map(([name, value]) => `  --${name} ${value === '' ? '…' : value}`),
  '  --note',
].join('\n');

/** Throws an error that names what it does not understand. */
export function readOptions(args: readonly string[]): BenchOptions {
  const options = { ...valued, note: { type: 'boolean' } } as const;
  const values: Readonly<Record<string, unknown>> = parseArgs({ args: [...args], options }).values;
  const text = (name: Name): string => {
    const value = values[name];
    return typeof value === 'string' ? value : defaults[name];
  };
  const number = (name: Name): number => {
    if (!/^\d+$/.test(text(name))) throw new Error(`--${name} is a whole number`);
    return Number(text(name));
  };
  return {
    n: number('n'),
    warmUp: number('warm-up'),
    repetitions: number('repetitions'),
    connections: number('connections'),
    rate: number('rate'),
    responseDelayMs: number('response-delay-ms'),
    receiptDelayMs: number('receipt-delay-ms'),
    binds: number('binds'),
    window: number('window'),
    folder: text('folder'),
    out: text('out'),
    foreignPercentMax: number('foreign-percent-max'),
    toDisk: text('to-disk') === 'yes',
    database: text('database'),
    processes: number('processes'),
    minutes: number('minutes'),
    sizes: text('sizes').split(',').map(Number),
    recipients: number('recipients'),
    codesPerSecond: number('codes-per-second'),
    seconds: number('seconds'),
    operatorRate: number('operator-rate'),
    dead: number('dead'),
    backlog: number('backlog'),
    voicemails: number('voicemails'),
    relayed: number('relayed'),
    beside: text('beside'),
    note: values['note'] === true,
  };
}
