/** Progress of a campaign as one bar: contacts by outcome, and those that are not handled yet. */
import { Progress } from '@mantine/core';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatNumber } from '../../components/format.ts';
import { campaignTexts } from '../../texts/campaigns.ts';
import { countText } from '../../texts/texts.ts';
import type { Campaign } from './campaign-state.tsx';

type BarProps = { readonly campaign: Campaign; readonly isSmall?: boolean };

export function CampaignBar({ campaign, isSmall = false }: BarProps) {
  const texts = useTexts(campaignTexts);
  const { contacts, handled, delivered, notDelivered, waiting } = campaign;
  const { language } = useLanguage();
  const label = countText(texts.shares, contacts, language, {
    handled: formatNumber(handled, language),
  });
  const share = (count: number): number => (100 * count) / Math.max(1, contacts);
  return (
    <Progress.Root size={isSmall ? 8 : 16} miw={96} aria-label={label} role="img">
      <Progress.Section value={share(delivered)} color="var(--parley-good)" aria-hidden />
      <Progress.Section value={share(notDelivered)} color="var(--parley-bad)" aria-hidden />
      <Progress.Section value={share(waiting)} color="var(--parley-accent-text)" aria-hidden />
      <Progress.Section value={share(skippedOf(campaign))} color="gray" aria-hidden />
    </Progress.Root>
  );
}

export function skippedOf({ skipped }: Pick<Campaign, 'skipped'>): number {
  return skipped.reduce((sum, { contacts }) => sum + contacts, 0);
}
