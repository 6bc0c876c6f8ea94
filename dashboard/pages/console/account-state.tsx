/** Whether an account may send, as a word. */
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';

type Account = Answer<'account list'>['accounts'][number];

const tones = { active: 'good', disabled: 'quiet', blocked: 'bad' } as const;

export function AccountState({
  account: { state, removedAt },
}: {
  readonly account: Pick<Account, 'state' | 'removedAt'>;
}) {
  const texts = useTexts(consoleAccountTexts);
  if (removedAt !== null) return <StatusBadge tone="quiet">{texts.removed}</StatusBadge>;
  return <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>;
}
