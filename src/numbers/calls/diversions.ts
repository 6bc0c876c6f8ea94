/** Who has led a call on: Diversion (RFC 5806) and History-Info (RFC 7044), read and continued. */
import { parseNameAddress, parseParameterized, splitLists } from '../sip/fields.ts';
import type { HeaderField } from '../sip/headers.ts';
import type { SipRequest } from '../sip/message.ts';
import type { TrunkSettings } from '../trunks/trunk.ts';
import { numberIn } from './dialled-number.ts';

/** What a request may carry of each: a circle between two switches grows it without end. */
const entriesMax = 20;

/** Digits of all who stand in either header. */
export function divertedBy(request: SipRequest): readonly string[] {
  return [...listOf(request, 'diversion'), ...listOf(request, 'history-info')]
    .map((element) => parseNameAddress(element)?.uri)
    .map((uri) => (uri === undefined ? undefined : numberIn(uri)))
    .filter((number) => number !== undefined)
    .map((number) => number.replace(/^(?:\+|00)/, ''));
}

export type DiversionWish = {
  readonly request: SipRequest;
  readonly how: TrunkSettings['diversion'];
  /** The numbers of ours that lead the call on, in digits, the first called first. */
  readonly numbers: readonly string[];
  /** Where it goes, in digits. */
  readonly target: string;
  /** What stands behind the @ of our addresses. */
  readonly host: string;
};

/**
 * The fields for the leg that we make. RFC 5806 §5: the newest diversion stands on top; RFC 7044 §7: an
 * entry for each number, the target's beneath the one that led there.
 */
export function diversionFields(wish: DiversionWish): readonly HeaderField[] {
  const { request, how } = wish;
  if (how === 'none') return [];
  const received = {
    diversions: listOf(request, 'diversion'),
    history: listOf(request, 'history-info'),
  };
  if (how === 'propagate') {
    return [
      ...asFields('diversion', received.diversions),
      ...asFields('history-info', received.history),
    ];
  }
  const ours = wish.numbers
    .map((number) => `<sip:+${number}@${wish.host}>;reason=unconditional;counter=1`)
    .toReversed();
  return [
    ...asFields('diversion', [...ours, ...received.diversions]),
    ...asFields('history-info', [...received.history, ...historyOf(wish, received.history)]),
  ];
}

/** Ours goes behind what was received: `index=1.1` beneath `index=1`, as deep as the way is long. */
function historyOf({ numbers, target, host }: DiversionWish, received: readonly string[]) {
  let index = nextIndex(received);
  const entries = numbers.map((number, place) => {
    const cause = place === 0 ? '' : ';cause=302';
    const entry = `<sip:+${number}@${host}${cause}>;index=${index}`;
    index = `${index}.1`;
    return entry;
  });
  return [...entries, `<sip:+${target}@${host};cause=302>;index=${index}`];
}

/** Beneath the last one received; 1 where there is none. */
function nextIndex(received: readonly string[]): string {
  const last = parseParameterized(received.at(-1) ?? '')?.parameters.get('index');
  return last !== undefined && /^\d+(?:\.\d+)*$/.test(last) ? `${last}.1` : '1';
}

function listOf(request: SipRequest, name: string): readonly string[] {
  return (splitLists(request.headers.all(name)) ?? []).slice(0, entriesMax);
}

function asFields(name: string, values: readonly string[]): readonly HeaderField[] {
  return values.map((value) => [name, value]);
}
