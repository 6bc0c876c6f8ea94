/** Whom emails come from that name no sender: one of the account's own. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';
import { mailDomainTexts } from '../../texts/mail-domains.ts';
import { Saved } from './saved-secrets.tsx';

type Sender = Answer<'sender list'>['senders'][number];

export function DefaultSenderPanel() {
  const texts = useTexts(accountTexts);
  const account = useAccount().id;
  const query = useQuery({
    queryKey: ['sender list', account],
    queryFn: ({ signal }) => askIn(account, 'sender list', {}, { signal }),
  });
  return (
    <Panel title={texts.defaultSender}>
      <QueryView query={query}>
        {({ senders }) => (senders.length === 0 ? <NoSenders /> : <SenderForm senders={senders} />)}
      </QueryView>
    </Panel>
  );
}

function NoSenders() {
  const texts = useTexts(mailDomainTexts);
  const account = useAccount().id;
  return (
    <Text size="sm" c="dimmed">
      {texts.noSendersText} <Link to={`/${account}/email/domains`}>{texts.domains}</Link>
    </Text>
  );
}

function SenderForm({ senders }: { readonly senders: readonly Sender[] }) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const { id: account } = useAccount();
  const standing = senders.find((sender) => sender.default)?.address ?? '';
  const [address, setAddress] = useState(standing);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, submit } = useSubmit(async () => {
    setSaved(false);
    await actIn(account, 'sender default', { address });
    setSaved(true);
  });
  const none = standing === '' ? [{ value: '', label: texts.noDefaultSender }] : [];
  const offered = senders.map((sender) => ({ value: sender.address, label: labelOf(sender) }));
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={640}>
        <NativeSelect
          label={texts.defaultSender}
          description={texts.defaultSenderHint}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          data={[...none, ...offered]}
        />
        <FailureNote failure={failure} />
        {isSaved ? <Saved secrets={[]} /> : null}
        <Group>
          <Button type="submit" loading={isBusy} disabled={address === ''}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function labelOf({ name, address }: Sender): string {
  return name === '' ? address : `${name} <${address}>`;
}
