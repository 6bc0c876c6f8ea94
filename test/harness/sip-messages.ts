/** Messages for tests: a good one, and the same with lines changed, added or left out. */

const goodFields: Readonly<Record<string, string>> = {
  Via: 'SIP/2.0/UDP 192.0.2.10:5060;branch=z9hG4bKa1b2c3',
  'Max-Forwards': '70',
  From: '"Ona" <sip:+37060000001@example.test>;tag=from1',
  To: '<sip:+33639980001@example.test>',
  'Call-ID': 'call-1@example.test',
  CSeq: '1 OPTIONS',
  Contact: '<sip:ona@192.0.2.10>',
};

export type MessageChange = {
  readonly start?: string;
  /** `undefined` leaves a field out. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
  /** Whole lines behind the others. */
  readonly lines?: readonly string[];
  readonly body?: string;
};

export function sipText({ start, fields = {}, lines = [], body = '' }: MessageChange = {}): Buffer {
  const method = start?.startsWith('SIP/') === false ? (start.split(' ', 1)[0] ?? '') : 'OPTIONS';
  const all: Record<string, string | undefined> = {
    ...goodFields,
    CSeq: `1 ${method}`,
    ...fields,
  };
  const written = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const first = start ?? 'OPTIONS sip:+33639980001@example.test SIP/2.0';
  return Buffer.from([first, ...written, ...lines, '', body].join('\r\n'), 'latin1');
}
