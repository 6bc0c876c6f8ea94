/** How many binds of an operator are up. */
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { fill } from '../../texts/texts.ts';

type Operator = Answer<'operator list'>['operators'][number];

export function BindsBadge({
  operator: { binds },
}: {
  readonly operator: Pick<Operator, 'binds'>;
}) {
  const texts = useTexts(consoleTexts);
  const held = binds.filter(({ isStale }) => !isStale);
  const up = held.filter(({ downSinceMs }) => downSinceMs === null).length;
  const isSilent = held.some(
    ({ downSinceMs, silentSinceMs }) => downSinceMs === null && silentSinceMs !== null,
  );
  if (isSilent) return <StatusBadge tone="bad">{texts.bindsSilent}</StatusBadge>;
  const tone = up > 0 && up === held.length ? 'good' : up > 0 ? 'warn' : 'bad';
  return <StatusBadge tone={tone}>{fill(texts.bindsUp, { up, all: binds.length })}</StatusBadge>;
}
