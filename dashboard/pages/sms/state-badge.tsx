/** Where a message stands at a phone. */
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { messageTexts } from '../../texts/sms.ts';

export type State = 'accepted' | 'waiting' | 'delivered' | 'not delivered';

type Name = 'accepted' | 'scheduled' | 'waiting' | 'delivered' | 'notDelivered';

type Look = readonly [Tone, Name];

const shown: Readonly<Record<State, Look>> = {
  accepted: ['quiet', 'accepted'],
  waiting: ['info', 'waiting'],
  delivered: ['good', 'delivered'],
  'not delivered': ['bad', 'notDelivered'],
};

/** Accepted, and still to be sent at a time: as the filter of the list says it. */
const scheduled: Look = ['info', 'scheduled'];

type BadgeProps = {
  readonly state: State;
  /** Of a message that was scheduled. */
  readonly scheduledAt?: string | null;
};

export function StateBadge({ state, scheduledAt = null }: BadgeProps) {
  const texts = useTexts(messageTexts);
  const isAhead = scheduledAt !== null && Date.parse(scheduledAt) > Date.now();
  const [tone, name] = state === 'accepted' && isAhead ? scheduled : shown[state];
  return <StatusBadge tone={tone}>{texts[name]}</StatusBadge>;
}
