/** Resumes a campaign; one that has reached its maximum cost with another maximum, for it would pause again. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { useAction } from '../../components/use-action.ts';
import { campaignTexts } from '../../texts/campaigns.ts';
import { fill } from '../../texts/texts.ts';
import { amountOf } from './campaign-draft.ts';
import type { Campaign } from './campaign-state.tsx';

type ResumeProps = { readonly campaign: Pick<Campaign, 'id' | 'reason' | 'currency' | 'costMax'> };

export function ResumeCampaign({ campaign }: ResumeProps) {
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, run } = useAction(() =>
    actIn(account, 'campaign resume', { campaign: campaign.id }),
  );
  const needsMaximum = campaign.reason === 'cost limit';
  return (
    <>
      <Button
        leftSection={<Icon name="play" size={16} />}
        loading={isBusy}
        onClick={() => (needsMaximum ? setAsking(true) : void run())}
      >
        {texts.resume}
      </Button>
      <FailureNote failure={failure} />
      <FormModal isOpen={isAsking} title={texts.resume} onClose={() => setAsking(false)}>
        <MaximumForm campaign={campaign} onClose={() => setAsking(false)} />
      </FormModal>
    </>
  );
}

const fields = ['costMax'] as const;

function MaximumForm({ campaign, onClose }: ResumeProps & { readonly onClose: () => void }) {
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const [costMax, setCostMax] = useState(campaign.costMax ?? '');
  const resume = useSubmit(async () => {
    const wish = { campaign: campaign.id, costMax: amountOf(costMax) };
    await actIn(account, 'campaign resume', wish);
    onClose();
  });
  const { errorOf, others } = atFields(resume.failure, fields);
  return (
    <form onSubmit={resume.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={fill(texts.costMax, { currency: campaign.currency })}
          description={texts.costMaxHint}
          inputMode="decimal"
          value={costMax}
          error={errorOf('costMax')}
          onChange={({ currentTarget }) => setCostMax(currentTarget.value)}
          data-autofocus
        />
        <FormFoot sent={{ ...resume, failure: others }} label={texts.resume} />
      </Stack>
    </form>
  );
}
