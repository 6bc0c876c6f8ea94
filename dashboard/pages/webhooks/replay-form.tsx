/** Which events an endpoint is owed once more: those of a time, of kinds, about a phone, received or not. */
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn, type InputOf } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { localMinute, readLocalMinute } from '../../components/local-minute.ts';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { resendTexts } from '../../texts/resend.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

type Wish = Omit<InputOf<'endpoint replay'>, 'endpoint'>;
type Outcome = NonNullable<Wish['outcome']>;

type Draft = {
  readonly from: string;
  readonly to: string;
  readonly outcome: Outcome;
  readonly kinds: string;
  readonly phone: string;
};

const weekMs = 7 * 86_400_000;

/** The gap: what was missed in the last week. */
function gap(): Draft {
  const from = localMinute(Date.now() - weekMs);
  return { from, to: '', outcome: 'undelivered', kinds: '', phone: '' };
}

function wishOf({ from, to, outcome, kinds, phone }: Draft): Wish {
  const toMs = readLocalMinute(to);
  return {
    since: isoTime(readLocalMinute(from) ?? 0),
    ...(toMs === undefined ? {} : { until: isoTime(toMs) }),
    kinds: kinds.split(/[\s,]+/).filter((kind) => kind !== ''),
    outcome,
    phone: phone.trim(),
  };
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

type FormProps = { readonly endpoint: number; readonly onClose: () => void };

export function ReplayForm({ endpoint, onClose }: FormProps) {
  const texts = { ...useTexts(webhookTexts), ...useTexts(resendTexts) };
  const common = useTexts(commonTexts);
  const account = useAccount().id;
  const [draft, setDraft] = useState(gap);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { isBusy, failure, submit } = useSubmit(async () => {
    await actIn(account, 'endpoint replay', { endpoint, ...wishOf(draft) });
    onClose();
  });
  const { errorOf, others } = atFields(failure, ['kinds', 'phone']);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{texts.replayIntro}</Text>
        <TimeFields draft={draft} change={change} />
        <NativeSelect
          label={texts.which}
          value={draft.outcome}
          onChange={({ currentTarget }) => change({ outcome: currentTarget.value as Outcome })}
          data={[
            { value: 'undelivered', label: texts.onlyUndelivered },
            { value: 'delivered', label: texts.onlyDelivered },
            { value: 'any', label: texts.any },
          ]}
        />
        <TextInput
          label={texts.kinds}
          description={texts.kindsHint}
          value={draft.kinds}
          onChange={({ currentTarget }) => change({ kinds: currentTarget.value })}
          error={errorOf('kinds')}
        />
        <TextInput
          label={texts.phone}
          description={texts.phoneHint}
          type="tel"
          value={draft.phone}
          onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
          error={errorOf('phone')}
        />
        <FailureNote failure={others} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.startReplay}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type TimeProps = { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void };

function TimeFields({ draft, change }: TimeProps) {
  const texts = useTexts(resendTexts);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        type="datetime-local"
        label={texts.from}
        value={draft.from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        required
      />
      <TextInput
        type="datetime-local"
        label={texts.to}
        description={texts.toHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
    </SimpleGrid>
  );
}
