/** Trunks as commands show them, without their passwords. */

import { troubleOf, worstOf } from '#numbers/trunks/told-standings.ts';
import type { TracedMessage } from '#numbers/trunks/traced-message.ts';
import type { Trunk } from '#numbers/trunks/trunk.ts';
import type { TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import { settingText } from './setting-text.ts';
import { fields, formatTime, table } from './text-table.ts';

type Standings = readonly TrunkStanding[];

/** `standings`: as servers have told them; the health is null where none has told of it. */
export function trunkJson(trunk: Trunk, standings: Standings = []): object {
  const { id, name, enabled, builtIn, settings, createdAtMs } = trunk;
  const standing = worstOf(id, standings);
  const health = standing === undefined ? null : { ...standing, why: troubleOf(standing) ?? '' };
  return { id, name, enabled, builtIn, settings, createdAt: formatTime(createdAtMs), health };
}

export function trunkText(trunk: Trunk, standings: Standings = []): string {
  return fields([
    ['trunk', trunk.name],
    ['kind', trunk.builtIn ? 'built in, for the simulated phones' : 'SIP'],
    ['state', stateText(trunk)],
    ['health', healthText(trunk, standings)],
    ['created', formatTime(trunk.createdAtMs)],
    ...Object.entries(trunk.settings).map(([name, value]): [string, string] => [
      inWords(name),
      settingText(value),
    ]),
  ]);
}

export function trunksText(trunks: readonly Trunk[], standings: Standings): string {
  return table(
    ['name', 'state', 'calls', 'address', 'sources', 'prefixes', 'media', 'health'],
    trunks.map((trunk) => {
      const { inbound, outbound, transport, host, port, sources, prefixes, media } = trunk.settings;
      const ways = [...(inbound ? ['in'] : []), ...(outbound ? ['out'] : [])];
      return [
        trunk.builtIn ? `${trunk.name} (built in)` : trunk.name,
        stateText(trunk),
        ways.join(' and ') || 'none',
        host === '' ? '-' : `${host}${port === null ? '' : `:${port}`} ${transport}`,
        settingText(sources),
        trunk.builtIn ? 'films and examples' : prefixes.join(',') || 'all',
        media,
        healthText(trunk, standings),
      ];
    }),
  );
}

export function messagesText(messages: readonly TracedMessage[]): string {
  const texts = messages.map(({ atMs, direction, peer, text }) => {
    const way = direction === 'in' ? 'from' : 'to';
    return `${formatTime(atMs)} ${way} ${peer}\n\n${printable(text)}\n`;
  });
  return texts.join('\n');
}

/** What a carrier writes must not move the cursor of a terminal. */
function printable(text: string): string {
  const lines = text.trimEnd().split(/\r\n|\n|\r/);
  return lines.map((line) => `  ${line.replaceAll(/\p{Cc}/gu, '\u{fffd}')}`.trimEnd()).join('\n');
}

function stateText({ enabled }: Trunk): string {
  return enabled ? 'in use' : 'paused';
}

function healthText({ id }: Trunk, standings: Standings): string {
  const standing = worstOf(id, standings);
  if (standing === undefined) return 'unknown';
  const trouble = troubleOf(standing);
  const state = standing.state === 'unasked' ? 'not asked' : standing.state;
  return trouble === undefined ? state : `${state}: ${trouble}`;
}

/** `max calls` of `maxCalls`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
