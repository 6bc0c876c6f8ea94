/** Whether an account may send, as a word. */
import type { Answered } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';

type Account = Answered<'GET /api/console/accounts'>['accounts'][number];

const tones = { active: 'good', disabled: 'quiet', blocked: 'bad' } as const;

export function AccountState({
  account: { state, removedAtMs },
}: {
  readonly account: Pick<Account, 'state' | 'removedAtMs'>;
}) {
  const texts = useTexts(consoleAccountTexts);
  if (removedAtMs !== null) return <StatusBadge tone="quiet">{texts.removed}</StatusBadge>;
  return <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>;
}
