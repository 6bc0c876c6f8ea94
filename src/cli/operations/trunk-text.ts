/** Trunks as commands show them to people. */
import type { z } from 'zod';
import { settingText } from '#cli/setting-text.ts';
import { fields, table } from '#cli/text-table.ts';
import { worstOf } from '#numbers/trunks/told-standings.ts';
import type { showTrace, startTrace } from '#numbers/trunks/trunk-trace-operations.ts';
import type { TrunkView } from '#numbers/trunks/trunk-view.ts';
import { inWords } from './shown-value.ts';

type Shown = { readonly trunk: TrunkView };
type Switched = { readonly trunk: string; readonly enabled: boolean };
type Traced = z.output<(typeof startTrace)['output']>;
type Trace = z.output<(typeof showTrace)['output']>;

const shownText = ({ trunk }: Shown) => trunkText(trunk);
const switchedText = ({ trunk, enabled }: Switched) => `Trunk ${trunk} is ${stateText(enabled)}.\n`;

export const trunkTexts = {
  'trunk list': ({ trunks }: { readonly trunks: readonly TrunkView[] }) => trunksText(trunks),
  'trunk show': shownText,
  'trunk add': shownText,
  'trunk set': shownText,
  'trunk pause': switchedText,
  'trunk resume': switchedText,
  'trunk remove': ({ removed }: { readonly removed: string }) => `Trunk ${removed} is removed.\n`,
  'trunk trace start': tracedText,
  'trunk trace stop': tracedText,
  'trunk trace show': traceText,
};

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
  return table(
    ['name', 'state', 'calls', 'address', 'sources', 'prefixes', 'media', 'health'],
    trunks.map((trunk) => {
      const { inbound, outbound, transport, host, port, sources, prefixes, media } = trunk.settings;
      const ways = [...(inbound ? ['in'] : []), ...(outbound ? ['out'] : [])];
      return [
        trunk.builtIn ? `${trunk.name} (built in)` : trunk.name,
        stateText(trunk.enabled),
        ways.join(' and ') || 'none',
        host === '' ? '-' : `${host}${port === null ? '' : `:${port}`} ${transport}`,
        settingText(sources),
        trunk.builtIn ? 'films and examples' : prefixes.join(',') || 'all',
        media,
        healthText(trunk),
      ];
    }),
  );
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
