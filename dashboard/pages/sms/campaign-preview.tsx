/** What a campaign would come to: recipients, parts and cost, who is left out, and the first texts as phones show them. */
import { Alert, Stack, Text } from '@mantine/core';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Figures } from '../../components/figures.tsx';
import { formatNumber, formatPhone } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Money } from '../../components/shown.tsx';
import { campaignTexts } from '../../texts/campaigns.ts';
import { countText, fill } from '../../texts/texts.ts';
import { reasonText } from './campaign-words.ts';
import classes from './sms.module.css';

type Preview = Answer<'campaign preview'>;

export function CampaignPreview({ preview }: { readonly preview: Preview | undefined }) {
  const texts = useTexts(campaignTexts);
  return (
    <Panel title={texts.check}>
      {preview === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.checkEmpty}
        </Text>
      ) : (
        <Stack gap="md" role="status">
          <Totals preview={preview} />
          <Warnings preview={preview} />
          {preview.samples.map(({ phone, text }) => (
            <div key={phone}>
              <div className={classes['detail']}>
                {fill(texts.sample, { phone: formatPhone(phone) })}
              </div>
              <div className={classes['bubble']}>{text}</div>
            </div>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function Totals({ preview }: { readonly preview: Preview }) {
  const texts = useTexts(campaignTexts);
  const { language } = useLanguage();
  const { recipients, parts, cost, balance, currency } = preview;
  return (
    <Figures
      figures={[
        {
          name: countText(texts.recipients, recipients, language),
          value: countText(texts.partCount, parts, language),
        },
        { name: texts.cost, value: <Money amount={cost} currency={currency} /> },
        { name: texts.balance, value: <Money amount={balance} currency={currency} /> },
      ]}
    />
  );
}

function Warnings({ preview }: { readonly preview: Preview }) {
  const texts = useTexts(campaignTexts);
  const { language } = useLanguage();
  const { contacts, lookedAt, skipped, unfilled, blocked, cost, balance } = preview;
  const count = (value: number): string => formatNumber(value, language);
  return (
    <>
      {blocked === null ? null : (
        <Alert color="red" role="alert">
          {fill(texts.blocked, { reason: reasonText(blocked, texts) })}
        </Alert>
      )}
      {Number(cost) > Number(balance) ? <Alert color="yellow">{texts.tooDear}</Alert> : null}
      {skipped.map(({ why, contacts: away }) => (
        <Text size="sm" key={why}>
          {fill(texts.skippedBecause, { count: count(away), reason: reasonText(why, texts) })}
        </Text>
      ))}
      {unfilled === 0 ? null : (
        <Text size="sm">{countText(texts.unfilled, unfilled, language)}</Text>
      )}
      {lookedAt < contacts && blocked === null ? (
        <Text size="sm" c="dimmed">
          {fill(texts.estimate, { count: count(lookedAt) })}
        </Text>
      ) : null}
    </>
  );
}
