/** How a trunk does in each process that carries calls: its state, and what the last OPTIONS said. */
import { Group, Stack, Text } from '@mantine/core';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Fault } from '../../components/fault.tsx';
import { formatDuration, formatTime } from '../../components/format.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { trunkTexts } from '../../texts/console-trunks.ts';
import { fill } from '../../texts/texts.ts';
import type { Trunk } from './trunk-form.ts';

type Standing = Trunk['standings'][number];

const tones = { up: 'good', resting: 'warn', down: 'bad', unasked: 'quiet' } as const;

export function TrunkHealth({ trunk: { standings } }: { readonly trunk: Trunk }) {
  const texts = useTexts(trunkTexts);
  if (standings.length === 0) return <StatusBadge tone="quiet">{texts.nobody}</StatusBadge>;
  return (
    <Stack gap={4}>
      {standings.map((standing) => (
        <One key={standing.processId} standing={standing} isAlone={standings.length === 1} />
      ))}
    </Stack>
  );
}

function One({ standing, isAlone }: { readonly standing: Standing; readonly isAlone: boolean }) {
  const texts = useTexts(trunkTexts);
  const { language } = useLanguage();
  const { state, restsUntilMs, asked, misses, unregistered, host, processId } = standing;
  const time = asked === null ? '' : formatTime(asked.atMs, language, Date.now());
  const said =
    asked === null
      ? undefined
      : asked.status === null
        ? fill(texts.unanswered, { time, misses })
        : fill(texts.answered, {
            time,
            status: asked.status,
            duration: formatDuration(asked.durationMs, language),
          });
  return (
    <div>
      <Group gap={6}>
        <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>
        {restsUntilMs === null ? null : (
          <Text size="xs">
            {fill(texts.restsUntil, { time: formatTime(restsUntilMs, language, Date.now()) })}
          </Text>
        )}
        {isAlone ? null : <Text size="xs">{`${host} ${processId}`}</Text>}
      </Group>
      {said === undefined ? null : <Text size="xs">{said}</Text>}
      <Fault fault={asked?.fault ?? null} raw={asked?.why ?? ''} />
      {unregistered === null ? null : (
        <Text size="xs">{fill(texts.unregistered, { why: unregistered })}</Text>
      )}
      {state === 'down' ? <Text size="xs">{texts.lastResort}</Text> : null}
    </div>
  );
}
