/** `parley risk …`: ranges of numbers that fraud calls, to which no call is led. */
import type { ValueKind } from '#core/value-kind.ts';
import { type RiskyRange, riskyRangesMax } from '#numbers/calls/call-destinations.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';
import { table } from './text-table.ts';

const range: ValueKind<string> = {
  form: '1 to 15 digits that numbers begin with, such as 247',
  read: (text) => (/^\+?[1-9]\d{0,14}$/.test(text) ? text.replace('+', '') : undefined),
};

const reason: ValueKind<string> = {
  form: 'a text of 1 to 200 characters',
  read: (text) => (text.trim() !== '' && text.length <= 200 ? text.trim() : undefined),
};

const riskList = command({
  name: 'risk list',
  sentence:
    'Lists the ranges of high-risk numbers, to which no call is led, and no text sent from abroad.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const ranges = await installation.storage.callCountries.listRiskyRanges();
    const text = table(
      ['prefix', 'listed', 'reason'],
      ranges.map(({ prefix, listedAtMs, reason: why }) => [prefix, dayOf(listedAtMs), why]),
    );
    return done(text, { ranges: ranges.map(rangeJson) });
  },
});

const riskAdd = command({
  name: 'risk add',
  sentence: 'Closes a range of numbers to all calls, or says another reason for it.',
  takes: { prefix: needed(range, 'DIGITS', 'What the numbers begin with, calling code and all.') },
  options: { reason: needed(reason, 'TEXT', 'Why; the console shows it.') },
  async run({ prefix, reason: why }, { clock, open }) {
    await using installation = await open();
    const { callCountries } = installation.storage;
    const added: RiskyRange = { prefix, reason: why, listedAtMs: clock.nowMs() };
    return (await callCountries.saveRiskyRange(added, authorNow(clock), riskyRangesMax))
      ? done(`No call is led to +${prefix} from now on.\n`, { prefix, reason: why })
      : failed(`There are ${riskyRangesMax} ranges already`);
  },
});

const riskRemove = command({
  name: 'risk remove',
  sentence: 'Takes a range off the list: accounts call there that were allowed to.',
  takes: { prefix: needed(range, 'DIGITS', 'As the list shows it.') },
  options: {},
  async run({ prefix }, { clock, open }) {
    await using installation = await open();
    return (await installation.storage.callCountries.removeRiskyRange(prefix, authorNow(clock)))
      ? done(`Calls may be led to +${prefix} again.\n`, { removed: prefix })
      : failed(`+${prefix} is not on the list`);
  },
});

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function rangeJson({ prefix, reason: why, listedAtMs }: RiskyRange): object {
  return { prefix, reason: why, listedAt: new Date(listedAtMs).toISOString() };
}

export const riskCommands = [riskList, riskAdd, riskRemove];
