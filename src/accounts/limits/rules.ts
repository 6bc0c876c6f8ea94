/**
 * The rules that keep a stolen key or a pumped form from costing much: what each counts, in which
 * window, and what it allows accounts that nobody has an exception for.
 */
/** `new`: nobody vouches for the account yet. Accounts that an administrator makes are trusted. */
export const trusts = ['new', 'trusted'] as const;
export type Trust = (typeof trusts)[number];

/** `hold`: accepted and not sent until somebody releases it. */
export const limitActions = ['block', 'hold', 'alert', 'ignore'] as const;
export type LimitAction = (typeof limitActions)[number];

/** Money limits are in millionths of the account's currency. */
export type Limit = { readonly max: number; readonly action: LimitAction };

export type RuleName =
  | 'country-hour'
  | 'block-10min'
  | 'run'
  | 'phone-10min'
  | 'phone-day'
  | 'urgent-10min'
  | 'duplicate'
  | 'part-price'
  | 'message-cost'
  | 'spend-hour'
  | 'spend-day'
  | 'mail-day'
  | 'sub-accounts-hour'
  | 'requests-second';

export const limitUnits = ['messages', 'numbers', 'money', 'seconds', 'requests'] as const;
export type LimitUnit = (typeof limitUnits)[number];

export type Rule = {
  readonly sentence: string;
  readonly unit: LimitUnit;
  /** Windows begin on the full hour, day or ten minutes of UTC; 0 where nothing is counted. */
  readonly windowMs: number;
  /** What can be done about it. */
  readonly actions: readonly LimitAction[];
  /** Whether a single key can have one of its own. */
  readonly ofKeys: boolean;
  readonly defaults: Readonly<Record<Trust, Limit>>;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const off: Limit = { max: 0, action: 'ignore' };
const blocks = ['block', 'alert', 'ignore'] as const;

function money(units: number): number {
  return units * 1_000_000;
}

/** Velocity only alerts for trusted accounts: it must not throttle their campaigns. */
export const rules: Readonly<Record<RuleName, Rule>> = {
  'country-hour': {
    sentence: 'Messages to one country in an hour; trusted: ten times the busiest of seven days.',
    unit: 'messages',
    windowMs: hourMs,
    actions: ['block', 'hold', 'alert', 'ignore'],
    ofKeys: false,
    defaults: { new: { max: 100, action: 'block' }, trusted: { max: 1_000, action: 'alert' } },
  },
  'block-10min': {
    sentence: 'Different numbers of one block of 10,000 in ten minutes.',
    unit: 'numbers',
    windowMs: 10 * minuteMs,
    actions: ['block', 'hold', 'alert', 'ignore'],
    ofKeys: false,
    defaults: { new: { max: 20, action: 'block' }, trusted: { max: 200, action: 'alert' } },
  },
  run: {
    sentence: 'Numbers in a row, each one above or below the last.',
    unit: 'numbers',
    windowMs: 10 * minuteMs,
    actions: ['block', 'hold', 'alert', 'ignore'],
    ofKeys: false,
    defaults: { new: { max: 10, action: 'hold' }, trusted: { max: 200, action: 'alert' } },
  },
  'phone-10min': {
    sentence: 'Messages to one phone in ten minutes.',
    unit: 'messages',
    windowMs: 10 * minuteMs,
    actions: blocks,
    ofKeys: false,
    defaults: { new: { max: 5, action: 'block' }, trusted: { max: 20, action: 'alert' } },
  },
  'phone-day': {
    sentence: 'Messages to one phone in a day.',
    unit: 'messages',
    windowMs: dayMs,
    actions: blocks,
    ofKeys: false,
    defaults: { new: { max: 20, action: 'block' }, trusted: off },
  },
  'urgent-10min': {
    sentence: 'Urgent messages, such as codes, to one phone in ten minutes.',
    unit: 'messages',
    windowMs: 10 * minuteMs,
    actions: blocks,
    ofKeys: false,
    defaults: { new: { max: 5, action: 'block' }, trusted: { max: 10, action: 'alert' } },
  },
  duplicate: {
    sentence: 'Seconds in which the same text to the same phone is taken for a mistake.',
    unit: 'seconds',
    windowMs: 0,
    actions: ['block', 'ignore'],
    ofKeys: false,
    defaults: { new: off, trusted: off },
  },
  'part-price': {
    sentence: 'What one part may cost: dearer destinations are closed.',
    unit: 'money',
    windowMs: 0,
    actions: ['block', 'ignore'],
    ofKeys: false,
    defaults: {
      new: { max: money(0.25), action: 'block' },
      trusted: { max: money(0.25), action: 'block' },
    },
  },
  'message-cost': {
    sentence: 'What one request may cost.',
    unit: 'money',
    windowMs: 0,
    actions: ['block', 'ignore'],
    ofKeys: true,
    defaults: { new: off, trusted: off },
  },
  'spend-hour': {
    sentence: 'What may be spent in an hour.',
    unit: 'money',
    windowMs: hourMs,
    actions: blocks,
    ofKeys: true,
    defaults: { new: off, trusted: off },
  },
  'spend-day': {
    sentence: 'What may be spent in a day.',
    unit: 'money',
    windowMs: dayMs,
    actions: blocks,
    ofKeys: true,
    defaults: { new: { max: money(20), action: 'block' }, trusted: off },
  },
  'mail-day': {
    sentence: 'Emails in a day, one for each recipient.',
    unit: 'messages',
    windowMs: dayMs,
    actions: ['block', 'hold', 'alert', 'ignore'],
    ofKeys: false,
    defaults: { new: { max: 200, action: 'hold' }, trusted: { max: 100_000, action: 'alert' } },
  },
  'sub-accounts-hour': {
    sentence: 'Sub-accounts that keys make in an hour: each has limits of its own.',
    unit: 'requests',
    windowMs: hourMs,
    actions: blocks,
    ofKeys: false,
    defaults: { new: { max: 50, action: 'block' }, trusted: { max: 50, action: 'block' } },
  },
  'requests-second': {
    sentence: 'Requests a second, with as much as two seconds allow at once; for each process.',
    unit: 'requests',
    windowMs: 0,
    actions: ['block', 'ignore'],
    ofKeys: true,
    defaults: { new: off, trusted: off },
  },
};

export const ruleNames = Object.keys(rules) as readonly RuleName[];
