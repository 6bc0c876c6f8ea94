/** The state of a campaign as a word with a sign. */
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { campaignTexts } from '../../texts/campaigns.ts';

export type Campaign = Answer<'campaign show'>['campaign'];

const tones = {
  scheduled: 'info',
  running: 'info',
  paused: 'warn',
  done: 'good',
  cancelled: 'quiet',
} as const;

export function CampaignState({ state }: Pick<Campaign, 'state'>) {
  const texts = useTexts(campaignTexts);
  return <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>;
}
