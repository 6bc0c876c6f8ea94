/** Where a message stands at a phone. */
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { messageTexts } from '../../texts/sms.ts';

export type State = 'accepted' | 'waiting' | 'delivered' | 'not delivered';

const shown = {
  accepted: ['quiet', 'accepted'],
  waiting: ['info', 'waiting'],
  delivered: ['good', 'delivered'],
  'not delivered': ['bad', 'notDelivered'],
} as const satisfies Record<State, readonly [Tone, keyof (typeof messageTexts)['en']]>;

export function StateBadge({ state }: { readonly state: State }) {
  const texts = useTexts(messageTexts);
  const [tone, name] = shown[state];
  return <StatusBadge tone={tone}>{texts[name]}</StatusBadge>;
}
