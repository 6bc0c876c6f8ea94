/** Trunks as commands show them to people. */
import { settingText } from '#cli/setting-text.ts';
import { columns, fields } from '#cli/text-table.ts';
import { worstOf } from '#numbers/trunks/told-standings.ts';
import type { TrunkView } from '#numbers/trunks/trunk-view.ts';
import { type AnswerOf, inWords, type Texts } from './shown-value.ts';

type Shown = { readonly trunk: TrunkView };
type Switched = { readonly trunk: string; readonly enabled: boolean };
type Traced = AnswerOf<'trunk trace start'>;
type Trace = AnswerOf<'trunk trace show'>;

const shownText = ({ trunk }: Shown) => trunkText(trunk);
const switchedText = ({ trunk, enabled }: Switched) => `Trunk ${trunk} is ${stateText(enabled)}.\n`;

export const trunkTexts = {
  'trunk list': ({ trunks }) => trunksText(trunks),
  'trunk show': shownText,
  'trunk add': shownText,
  'trunk set': shownText,
  'trunk pause': switchedText,
  'trunk resume': switchedText,
  'trunk remove': ({ removed }) => `Trunk ${removed} is removed.\n`,
  'trunk trace start': tracedText,
  'trunk trace stop': tracedText,
  'trunk trace show': traceText,
} satisfies Texts;

function trunkText(trunk: TrunkView): string {
  return fields([
    ['trunk', trunk.name],
    ['kind', trunk.builtIn ? 'built in, for the simulated phones' : 'SIP'],
    ['state', stateText(trunk.enabled)],
    ['health', healthText(trunk)],
    ['created', trunk.createdAt],
    ...Object.entries(trunk.settings).map(([name, value]): [string, string] => [
      inWords(name),
      settingText(value),
    ]),
  ]);
}

function trunksText(trunks: readonly TrunkView[]): string {
  return columns(
    trunks,
    ['name', ({ name, builtIn }) => (builtIn ? `${name} (built in)` : name)],
    ['state', ({ enabled }) => stateText(enabled)],
    ['calls', waysText],
    ['address', addressText],
    ['sources', ({ settings }) => settingText(settings.sources)],
    ['prefixes', prefixesText],
    ['media', ({ settings }) => settings.media],
    ['health', healthText],
  );
}

function waysText({ settings: { inbound, outbound } }: TrunkView): string {
  return [inbound ? ['in'] : [], outbound ? ['out'] : []].flat().join(' and ') || 'none';
}

function addressText({ settings: { transport, host, port } }: TrunkView): string {
  if (host === '') return '-';
  return `${host}${port === null ? '' : `:${port}`} ${transport}`;
}

function prefixesText({ builtIn, settings: { prefixes } }: TrunkView): string {
  return builtIn ? 'films and examples' : prefixes.join(',') || 'all';
}

function stateText(enabled: boolean): string {
  return enabled ? 'in use' : 'paused';
}

function healthText({ standings }: TrunkView): string {
  const standing = worstOf(standings);
  if (standing === undefined) return 'unknown';
  const { trouble } = standing;
  const state = standing.state === 'unasked' ? 'not asked' : standing.state;
  return trouble === '' ? state : `${state}: ${trouble}`;
}

function tracedText({ trunk, tracedUntil }: Traced): string {
  const said = tracedUntil === null ? 'is not traced any more' : `is traced until ${tracedUntil}`;
  return `Trunk ${trunk} ${said}.\n`;
}

function traceText({ trunk, messages }: Trace): string {
  if (messages.length === 0) return `No message of ${trunk} was kept.\n`;
  const texts = messages.map(({ at, direction, peer, text }) => {
    const way = direction === 'in' ? 'from' : 'to';
    return `${at} ${way} ${peer}\n\n${printable(text)}\n`;
  });
  return texts.join('\n');
}

/** What a carrier writes must not move the cursor of a terminal. */
function printable(text: string): string {
  const lines = text.trimEnd().split(/\r\n|\n|\r/);
  return lines.map((line) => `  ${line.replaceAll(/\p{Cc}/gu, '\u{fffd}')}`.trimEnd()).join('\n');
}
