/** The SIP messages of a call as a ladder: who sent what to whom, and how long after the first. */

/** From left to right: whose call it is, Parley, and where it was led. */
export type Side = 'caller' | 'parley' | 'target';

type Traced = {
  readonly id: number;
  readonly leg: 'caller' | 'target';
  readonly trunk: string;
  readonly at: string;
  readonly direction: 'in' | 'out';
  readonly text: string;
};

export type Rung<Message extends Traced = Traced> = {
  readonly message: Message;
  readonly from: Side;
  readonly to: Side;
  /** `INVITE`, or `200 OK (INVITE)`. */
  readonly label: string;
  readonly tone: 'request' | 'answer' | 'refusal';
  readonly offsetMs: number;
};

export function rungsOf<Message extends Traced>(
  messages: readonly Message[],
): readonly Rung<Message>[] {
  const firstMs = Date.parse(messages[0]?.at ?? '');
  return messages.map((message): Rung<Message> => {
    const { leg, direction, text, at } = message;
    const [from, to] = direction === 'in' ? ([leg, 'parley'] as const) : (['parley', leg] as const);
    return { message, from, to, ...labelOf(text), offsetMs: Date.parse(at) - firstMs };
  });
}

/** What stands at the head of each side; a call may have been offered to one trunk after the other. */
export function trunksOf(messages: readonly Traced[], leg: Traced['leg']): readonly string[] {
  return [...new Set(messages.filter((one) => one.leg === leg).map(({ trunk }) => trunk))];
}

/** An answer says of itself only its status: which request it is to stands in its CSeq (RFC 3261 §8.2.6.2). */
function labelOf(text: string): Pick<Rung, 'label' | 'tone'> {
  const [first = ''] = text.split(/\r?\n/, 1);
  const status = /^SIP\/2\.0 (?<code>\d{3})(?: (?<phrase>.*))?$/.exec(first)?.groups;
  if (status === undefined) return { label: first.split(' ', 1)[0] ?? '', tone: 'request' };
  const { code = '', phrase = '' } = status;
  const method = /^cseq[ \t]*:[ \t]*\d+[ \t]+(?<method>\S+)/im.exec(text)?.groups?.['method'];
  const said = `${code} ${phrase}`.trim();
  return {
    label: method === undefined ? said : `${said} (${method})`,
    tone: Number(code) < 300 ? 'answer' : 'refusal',
  };
}
