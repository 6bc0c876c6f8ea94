/** What an operator is told to do. */
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleTexts } from '../../texts/console.ts';

type State = Answer<'operator list'>['operators'][number]['state'];

const tones = {
  active: 'good',
  paused: 'warn',
  draining: 'info',
  rerouting: 'info',
  leaving: 'quiet',
} as const;

export function OperatorState({ state }: { readonly state: State }) {
  const texts = useTexts(consoleTexts);
  return <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>;
}
