/** What a server offers in its answer to EHLO, as far as it matters to us. */
import type { SmtpReply } from './reply.ts';

export type Capabilities = {
  readonly pipelining: boolean;
  readonly chunking: boolean;
  readonly startTls: boolean;
  readonly eightBit: boolean;
  readonly smtpUtf8: boolean;
  /** RFC 1870: octets; 0 where the server names no limit, undefined without the extension. */
  readonly size: number | undefined;
  /** RFC 9422 MAILMAX: transactions a session. */
  readonly mailsMax: number;
  readonly auth: readonly string[];
};

export const noCapabilities: Capabilities = {
  pipelining: false,
  chunking: false,
  startTls: false,
  eightBit: false,
  smtpUtf8: false,
  size: undefined,
  mailsMax: Number.POSITIVE_INFINITY,
  auth: [],
};

export function readCapabilities({ lines }: SmtpReply): Capabilities {
  // The first line is the greeting of RFC 5321 §4.1.1.1.
  const words = lines.slice(1).map((line) => line.trim().toUpperCase().split(/[ =]+/));
  const has = (name: string): boolean => words.some(([word]) => word === name);
  const parametersOf = (name: string): readonly string[] =>
    words.filter(([word]) => word === name).flatMap((found) => found.slice(1));
  return {
    pipelining: has('PIPELINING'),
    chunking: has('CHUNKING'),
    startTls: has('STARTTLS'),
    eightBit: has('8BITMIME'),
    smtpUtf8: has('SMTPUTF8'),
    size: has('SIZE') ? number(parametersOf('SIZE')[0]) : undefined,
    mailsMax: mailsMax(lines),
    // Some servers repeat the list behind an equals sign, for clients of the last century.
    auth: [...new Set(parametersOf('AUTH'))],
  };
}

function mailsMax(lines: readonly string[]): number {
  const limits = lines.slice(1).find((line) => /^LIMITS\b/i.test(line)) ?? '';
  const written = /\bMAILMAX=(?<max>\d{1,6})\b/i.exec(limits)?.groups?.['max'];
  const max = number(written);
  return max > 0 ? max : Number.POSITIVE_INFINITY;
}

function number(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
