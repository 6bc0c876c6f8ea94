/** What must not be: an exception that nobody declared, an input that takes long or never ends, memory that stays. */

export type Fault = {
  readonly kind: 'threw' | 'slow' | 'hung' | 'grew';
  readonly message: string;
  readonly octets: Buffer;
  /** Inputs that had gone well before it. */
  readonly after?: number;
};

export function faultOf(error: unknown, octets: Buffer): Fault {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'threw', message, octets };
}

/** Two faults of one place are one: the first line of ours in the stack, whatever the message says. */
export function placeOf({ kind, message }: Fault): string {
  if (kind !== 'threw') return kind;
  const line = /^\s+at .*$/m.exec(message)?.[0] ?? message;
  const ours = /\/(?:src|test)\/\S+/.exec(message)?.[0] ?? line;
  return `${message.split(/[:\n]/, 1)[0]} ${ours}`;
}
