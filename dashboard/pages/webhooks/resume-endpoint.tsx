/** Asks what becomes of the events that an endpoint was owed while it was held, and lets it go on. */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatTime } from '../../components/format.ts';
import { localMinute, readLocalMinute } from '../../components/local-minute.ts';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { resendTexts } from '../../texts/resend.ts';
import { fill } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import type { Endpoint } from './outcome-badge.tsx';
import { useOwed } from './webhooks-page.tsx';

type ResumeProps = {
  readonly endpoint: Endpoint;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function ResumeEndpoint({ endpoint, isOpen, onClose }: ResumeProps) {
  const texts = useTexts(webhookTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.resumeTitle} onClose={onClose}>
      <Form endpoint={endpoint} onClose={onClose} />
    </FormModal>
  );
}

type Send = 'all' | 'newer' | 'none';

type How = { readonly send: 'all' | 'none' } | { readonly newerThan: string };

function Form({ endpoint, onClose }: Omit<ResumeProps, 'isOpen'>) {
  const texts = { ...useTexts(webhookTexts), ...useTexts(resendTexts) };
  const common = useTexts(commonTexts);
  const account = useAccount().id;
  const { oldestOwedAt } = endpoint;
  const [send, setSend] = useState<Send>('all');
  const [than, setThan] = useState(
    localMinute(oldestOwedAt === null ? Date.now() : Date.parse(oldestOwedAt)),
  );
  const thanMs = readLocalMinute(than);
  const resume = useAction(async (how: How) => {
    await actIn(account, 'endpoint resume', { endpoint: endpoint.id, ...how });
    onClose();
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (send !== 'newer') void resume.run({ send });
    else if (thanMs !== undefined) void resume.run({ newerThan: new Date(thanMs).toISOString() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group
          label={fill(texts.collected, { count: useOwed(endpoint) })}
          value={send}
          onChange={(value) => setSend(value)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={texts.resumeAll} />
            <Radio value="newer" label={texts.resumeNewer} />
            <Radio value="none" label={texts.resumeNone} />
          </Stack>
        </Radio.Group>
        {send === 'newer' ? (
          <TextInput
            type="datetime-local"
            label={texts.newerThan}
            value={than}
            // What is to come would be dropped, too.
            max={localMinute(Date.now())}
            onChange={({ currentTarget }) => setThan(currentTarget.value)}
            required
          />
        ) : null}
        <Effect endpoint={endpoint} send={send} thanMs={thanMs} />
        <FailureNote failure={resume.failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color={send === 'all' ? 'ink' : 'red.9'} loading={resume.isBusy}>
            {texts.resume}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type EffectProps = {
  readonly endpoint: Endpoint;
  readonly send: Send;
  readonly thanMs: number | undefined;
};

function Effect({ endpoint, send, thanMs }: EffectProps) {
  const texts = useTexts(resendTexts);
  const { language } = useLanguage();
  const count = useOwed(endpoint);
  const time = thanMs === undefined ? '…' : formatTime(thanMs, language, Date.now());
  const said = {
    all: fill(texts.allEffect, { count }),
    newer: fill(texts.newerEffect, { count, time }),
    none: fill(texts.noneEffect, { count }),
  };
  return (
    <Text size="sm" role="status">
      {said[send]}
    </Text>
  );
}
