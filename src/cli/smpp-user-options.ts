/** The settings of SMPP users as options: what is left out keeps its value, or has its default. */
import { addressRanges } from '#core/address-list.ts';
import { octets, oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import type { SmppUserSettings } from '#sms/customers/smpp-user.ts';
import { maybe, type Values } from './option.ts';

/** SMPP 3.4 §5.2.1: 16 octets with the NUL. */
export const systemIdKind = octets(1, 15);

type BindMode = SmppUserSettings['modes'][number];

const knownModes: readonly BindMode[] = ['tx', 'rx', 'trx'];

const modes: ValueKind<readonly BindMode[]> = {
  form: 'tx, rx, trx, or several with commas between them',
  read(text) {
    const words = text.split(',').map((word) => word.trim());
    const read = knownModes.filter((mode) => words.includes(mode));
    return read.length === words.length ? read : undefined;
  },
};

const rate: ValueKind<number | null> = {
  form: 'a whole number from 1 to 100000, or any',
  read: (text) => (text === 'any' ? null : wholeNumber(1, 100_000).read(text)),
};

const onOff = oneOf('on', 'off');

export const smppUserOptions = {
  modes: maybe(modes, 'MODES', 'How it may bind: tx, rx, trx. Default: all.'),
  addresses: maybe(addressRanges, 'RANGES', 'Where from it may bind. Default: any.'),
  binds: maybe(wholeNumber(1, 200), 'COUNT', 'Binds at a time. Default: 4.'),
  window: maybe(
    wholeNumber(1, 2_000),
    'COUNT',
    'Requests without an answer on each bind. Default: 50.',
  ),
  rate: maybe(rate, 'PER_SECOND', 'Messages a second, of all its binds. Default: any.'),
  tlsRequired: maybe(onOff, 'ON_OFF', 'on refuses binds without TLS. Default: off.'),
  reports: maybe(
    oneOf('smpp', 'webhook', 'both'),
    'WHERE',
    'smpp, webhook or both: where reports of what it submits go. Default: smpp.',
  ),
  replies: maybe(
    onOff,
    'ON_OFF',
    'Whether it gets what people write to the account’s numbers. Default: on.',
  ),
  alphabet: maybe(
    oneOf('gsm7', 'latin1'),
    'ALPHABET',
    'gsm7 or latin1: what it means by data_coding 0. Default: gsm7.',
  ),
};

/** The settings with what was given laid over. */
export function withGiven(
  settings: SmppUserSettings,
  given: Values<typeof smppUserOptions>,
): SmppUserSettings {
  const { tlsRequired, replies } = given;
  return {
    modes: given.modes ?? settings.modes,
    addresses: given.addresses ?? settings.addresses,
    bindsMax: given.binds ?? settings.bindsMax,
    window: given.window ?? settings.window,
    ratePerSecond: given.rate === undefined ? settings.ratePerSecond : given.rate,
    tlsRequired: tlsRequired === undefined ? settings.tlsRequired : tlsRequired === 'on',
    reports: given.reports ?? settings.reports,
    replies: replies === undefined ? settings.replies : replies === 'on',
    defaultAlphabet: given.alphabet ?? settings.defaultAlphabet,
  };
}
