/** The log: one JSON line for each thing that happened, written at its end with all that is known. */
import { pino } from 'pino';
import { ignored } from './boundary.ts';
import { quotesValues } from './fault-fields.ts';
import type { LineLevel } from './log-events/log-event.ts';
import type { EventAt } from './log-events.ts';

export type LogLevel = LineLevel | 'silent';

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * `event` is what happened, in the words and at the levels of the table of events: a success in traffic is
 * debug, a refusal info, a failing neighbour warn, only our own fault error.
 */
export interface Log {
  debug(event: EventAt<'debug'>, fields?: LogFields): void;
  info(event: EventAt<'info'>, fields?: LogFields): void;
  warn(event: EventAt<'warn'>, fields?: LogFields): void;
  error(event: EventAt<'error'>, fields?: LogFields): void;
  /** Whether debug lines are written; asked before a line is built on a hot path. */
  readonly debugs: boolean;
}

/** Octets of lines that wait where nobody takes them, as on a full disk; what is beyond that is lost. */
const waitingBytesMax = 1_000_000;

/** Lines go to `write`, one call each; without it to standard error. */
export function openLog(level: LogLevel, write?: (line: string) => void): Log {
  const destination = write === undefined ? standardError() : { write };
  const lines = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'event',
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const at =
    (name: LineLevel) =>
    (event: string, fields: LogFields = {}): void =>
      lines[name](fields, event);
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    debugs: lines.isLevelEnabled('debug'),
  };
}

type Destination = ReturnType<typeof pino.destination>;

const opened = new Set<Destination>();

/** Where it takes nothing the program goes on, and what waits is tried again with the next line. */
function standardError(): Destination {
  const destination = pino.destination({
    dest: 2,
    sync: true,
    maxLength: waitingBytesMax,
    retryEAGAIN: () => !isFlushing || flushTriesLeft-- > 0,
  });
  destination.on('error', ignored);
  opened.add(destination);
  return destination;
}

/** A reader that takes nothing is waited for so often, 100 ms each. */
const flushTriesMax = 10;
let isFlushing = false;
let flushTriesLeft = flushTriesMax;

/** Writes what waits, right before the process ends; a second later at the most it has, or never will. */
export function flushLogs(): void {
  isFlushing = true;
  for (const destination of opened) {
    try {
      destination.flushSync();
    } catch {
      // A full disk takes nothing, and nobody is left to be told.
    }
  }
}

/** A phone number as the log may show it: +33639980001 → "+336*****01". */
export function maskPhone(phone: string): string {
  const plain = phone.replace(/^\+/, '');
  return `+${plain.slice(0, 3)}*****${plain.slice(-2)}`;
}

/** An email address as the log may show it, `a***@example.com`: enough to tell two apart, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}

/** A key of ours, the parts of which stand between colons or slashes: phones and addresses among them are masked. */
export function maskWithin(key: string): string {
  return key.replace(/[^:/]+/g, (part) => {
    if (part.includes('@')) return maskAddress(part);
    return /^\d{7,15}$/.test(part) ? maskPhone(part) : part;
  });
}

/** An error by name, code and words, but for those whose words repeat what they were given. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    error: error.name,
    ...(!quotesValues(error) && { reason: error.message }),
    ...(code !== undefined && { code }),
  };
}
