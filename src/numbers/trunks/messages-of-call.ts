/**
 * The messages of one call among those that were traced. A call's record has no Call-ID, so its legs are
 * known by when their INVITE came or went and by whom that names.
 */
import type { TracedMessage } from './traced-message.ts';

export type TracedCall = {
  /** Digits, as the record has them; the caller is empty where it hides. */
  readonly number: string;
  readonly caller: string;
  readonly target: string;
  readonly startedAtMs: number;
  /** Null while it goes on. */
  readonly endedAtMs: number | null;
};

export type CallLeg = 'caller' | 'target';

export type LegMessage = { readonly leg: CallLeg; readonly message: TracedMessage };

/** The record begins behind its INVITE, whose message may have been waited for. */
const beforeMs = 5_000;
/** RFC 3261 §17: answers of an ended call are repeated for so long. */
const afterMs = 32_000;
/** Carriers write a number with its country, without, or behind a prefix: fewer digits tell nobody. */
const fewestDigits = 7;

export function spanOfCall({ startedAtMs, endedAtMs }: TracedCall, nowMs: number) {
  return { fromMs: startedAtMs - beforeMs, untilMs: (endedAtMs ?? nowMs) + afterMs };
}

/** In the order of time. A caller's leg is one dialog; that to the target has one for each trunk tried. */
export function messagesOfCall(
  call: TracedCall,
  messages: readonly TracedMessage[],
): readonly LegMessage[] {
  const callers = callerDialog(call, messages);
  const targets = new Set(
    messages.filter((one) => isToTarget(one, call)).map(({ text }) => callIdOf(text)),
  );
  return messages.flatMap((message): readonly LegMessage[] => {
    const callId = callIdOf(message.text);
    if (callId === undefined) return [];
    if (callId === callers) return [{ leg: 'caller', message }];
    return targets.has(callId) ? [{ leg: 'target', message }] : [];
  });
}

/** Of several calls between the same two, the one whose INVITE came nearest to the record's beginning. */
function callerDialog(call: TracedCall, messages: readonly TracedMessage[]): string | undefined {
  const { number, caller, startedAtMs } = call;
  const distance = ({ atMs }: TracedMessage) => Math.abs(atMs - startedAtMs);
  const [nearest] = messages
    .filter(({ direction, text, atMs }) => {
      const isNew = direction === 'in' && isInvite(text) && atMs - startedAtMs < beforeMs;
      return isNew && names(text, number) && names(text, caller);
    })
    .toSorted((a, b) => distance(a) - distance(b));
  return nearest && callIdOf(nearest.text);
}

/** One target may be rung for several calls: ours names its caller, or the number that was called. */
function isToTarget({ direction, text }: TracedMessage, call: TracedCall): boolean {
  const { target, caller, number } = call;
  if (direction !== 'out' || target === '' || !isInvite(text) || !names(text, target)) return false;
  return names(text, caller) || names(text, number);
}

function isInvite(text: string): boolean {
  return text.startsWith('INVITE ');
}

/** In any URI of its fields; nobody is named everywhere. */
function names(text: string, phone: string): boolean {
  if (phone === '') return true;
  const [fields = ''] = text.split(/\r?\n\r?\n/, 1);
  const users = fields.matchAll(/(?:sips?|tel):(?<user>[^@;>\s]+)/gi);
  return users.some(({ groups }) => isWritten(groups?.['user'] ?? '', phone));
}

function isWritten(user: string, phone: string): boolean {
  const digits = user.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (digits.length < fewestDigits) return digits === phone;
  return phone.endsWith(digits) || digits.endsWith(phone);
}

/** RFC 3261 §20.8: by its name or its short one. */
function callIdOf(text: string): string | undefined {
  return /^(?:call-id|i)[ \t]*:[ \t]*(?<id>\S+)/im.exec(text)?.groups?.['id'];
}
