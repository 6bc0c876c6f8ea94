/** Trunks as commands show them, without their passwords. */
import type { TracedMessage } from '#numbers/trunks/traced-message.ts';
import type { Trunk } from '#numbers/trunks/trunk.ts';
import { settingText } from './setting-text.ts';
import { fields, formatTime, table } from './text-table.ts';

export function trunkJson(trunk: Trunk): object {
  const { id, name, enabled, builtIn, settings, createdAtMs } = trunk;
  return { id, name, enabled, builtIn, settings, createdAt: formatTime(createdAtMs) };
}

export function trunkText(trunk: Trunk): string {
  return fields([
    ['trunk', trunk.name],
    ['kind', trunk.builtIn ? 'built in, for the simulated phones' : 'SIP'],
    ['state', stateText(trunk)],
    ['created', formatTime(trunk.createdAtMs)],
    ...Object.entries(trunk.settings).map(([name, value]): [string, string] => [
      inWords(name),
      settingText(value),
    ]),
  ]);
}

export function trunksText(trunks: readonly Trunk[]): string {
  return table(
    ['name', 'state', 'calls', 'address', 'sources', 'prefixes', 'media'],
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

/** `max calls` of `maxCalls`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
