/** The settings of webhook endpoints as options: what is left out keeps its value, or has its default. */
import { readFile } from 'node:fs/promises';
import { oneOf, onOrOff, orNone, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import type { WrittenEndpoint } from '#webhooks/management/endpoint-rules.ts';
import { maybe, type Values } from './option.ts';
import { filePath } from './written-values.ts';

const kinds: ValueKind<readonly string[]> = {
  form: 'kinds of events with commas between them, such as dlr,reply, or all',
  read(text) {
    if (text === 'all') return [];
    const words = text.split(',').map((word) => word.trim());
    return words.every((word) => /^[a-z._]{1,40}$/.test(word)) ? words : undefined;
  },
};

const delays: ValueKind<readonly number[]> = {
  form: 'whole seconds with commas between them, up to 20 of them and 72 hours in all, or usual',
  read(text) {
    if (text === 'usual') return [];
    const words = text.split(',').map((word) => word.trim());
    return words.every((word) => /^\d{1,6}$/.test(word)) ? words.map(Number) : undefined;
  },
};

const file: ValueKind<string> = {
  form: `${filePath.form}, or "" to remove what is set`,
  read: (text) => (text === '' ? text : filePath.read(text)),
};

export const endpointOptions = {
  events: maybe(kinds, 'KINDS', 'Which events it takes, such as dlr,reply; all unless said.'),
  atOnce: maybe(wholeNumber(1, 64), 'COUNT', 'Requests at a time, 1 to 64. Default: 8.'),
  rate: maybe(orNone(wholeNumber(1, 10_000)), 'COUNT', 'Requests a second; none for no limit.'),
  order: maybe(
    oneOf('none', 'key', 'strict'),
    'ORDER',
    'key: those of one message one after the other; strict: all, one at a time.',
  ),
  timeout: maybe(wholeNumber(1_000, 30_000), 'MS', 'How long an answer may take. Default: 15000.'),
  schedule: maybe(delays, 'SECONDS', 'The delays between attempts.'),
  headersFile: maybe(file, 'FILE', 'Headers to send besides ours, a "Name: value" on each line.'),
  caFile: maybe(file, 'FILE', 'In PEM, the only authority that its certificate may be of.'),
  certificateFile: maybe(file, 'FILE', 'Our certificate in PEM, for a receiver that asks.'),
  keyFile: maybe(file, 'FILE', 'Its key in PEM.'),
  giveUp: maybe(onOrOff, 'on|off', 'Whether it is disabled when it took nothing for five days.'),
};

/** Reads the files that the options name; throws what opening them throws. */
export async function writtenOptions(
  values: Values<typeof endpointOptions>,
): Promise<WrittenEndpoint> {
  const headers = await content(values.headersFile);
  return {
    events: values.events,
    maxInFlight: values.atOnce,
    ratePerSecond: values.rate,
    ordering: values.order,
    timeoutMs: values.timeout,
    schedule: values.schedule,
    headers: headers === undefined ? undefined : readHeaders(headers),
    ca: await content(values.caFile),
    certificate: await content(values.certificateFile),
    key: await content(values.keyFile),
    autoDisable: values.giveUp,
  };
}

async function content(path: string | undefined): Promise<string | undefined> {
  return path === undefined || path === '' ? path : readFile(path, 'utf8');
}

/** A line without a colon is a name without a value, which the rules refuse. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0
        ? [`${line} (no colon)`, '']
        : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}
