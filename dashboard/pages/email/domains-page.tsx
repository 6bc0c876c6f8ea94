/** Domains and addresses that the account sends from. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { useOpened } from '../../components/use-opened.ts';
import { mailDomainTexts } from '../../texts/mail-domains.ts';
import { fill } from '../../texts/texts.ts';

export type Domain = Answer<'domain list'>['domains'][number];

export function DomainsPage() {
  const texts = useTexts(mailDomainTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const mayChange = useMay('manage keys');
  const [isAdding, setAdding] = useOpened(mayChange);
  const query = useQuery({
    queryKey: ['domain list', account],
    queryFn: ({ signal }) => askIn(account, 'domain list', {}, { signal }),
  });
  const columns: readonly Column<Domain>[] = [
    { name: texts.domain, sortBy: ({ name }) => name, isTitle: true, show: ({ name }) => name },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: (domain) => <DomainState domain={domain} />,
    },
    {
      id: 'added',
      name: texts.added,
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      card: 'line',
      show: (domain) => <Time atMs={Date.parse(domain.createdAt)} />,
    },
  ];
  const add = mayChange ? (
    <AddButton onClick={() => setAdding(true)}>{texts.addDomain}</AddButton>
  ) : null;
  return (
    <>
      <PageHeader title={texts.domains} text={texts.domainsLead} actions={add} />
      <Stack gap="lg">
        <ShortList
          list="domains"
          label={texts.domains}
          columns={columns}
          rows={query.data?.domains}
          keyOf={({ name }) => name}
          textOf={({ name }) => name}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          onOpen={({ name }) => void navigate({ to: `/${account}/email/domains/${name}` })}
          empty={
            <EmptyView
              icon="domain"
              title={texts.noDomains}
              text={texts.noDomainsText}
              action={add}
            />
          }
        />
        <Senders mayChange={mayChange} />
      </Stack>
      <AddDomain isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

export function DomainState({ domain }: { readonly domain: Domain }) {
  const texts = useTexts(mailDomainTexts);
  if (domain.verifiedAt === null) {
    return <StatusBadge tone="warn">{texts.notProved}</StatusBadge>;
  }
  if (domain.proofMissingAt !== null) return <StatusBadge tone="bad">{texts.lost}</StatusBadge>;
  return <StatusBadge tone="good">{texts.proved}</StatusBadge>;
}

function AddDomain({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const texts = useTexts(mailDomainTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const add = useAction(() => actIn(account, 'domain add', { domain: name }));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const added = await add.run();
    if (added === undefined) return;
    onClose();
    await navigate({ to: `/${account}/email/domains/${added.domain.name}` });
  };
  return (
    <FormModal isOpen={isOpen} title={texts.addDomain} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={texts.domain}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
            data-autofocus
          />
          <FailureNote failure={add.failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={add.isBusy}>
              {texts.addDomain}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

type Sender = Answer<'sender list'>['senders'][number];

function Senders({ mayChange }: { readonly mayChange: boolean }) {
  const texts = useTexts(mailDomainTexts);
  const account = useAccount().id;
  const query = useQuery({
    queryKey: ['sender list', account],
    queryFn: ({ signal }) => askIn(account, 'sender list', {}, { signal }),
  });
  const save = useAction((name: 'sender add' | 'sender default', address: string) =>
    actIn(account, name, { address }),
  );
  const [removing, setRemoving] = useState<string>();
  const change = {
    makeDefault: ({ address }: Sender) => void save.run('sender default', address),
    remove: ({ address }: Sender) => setRemoving(address),
  };
  const addSender = (address: string) => save.run('sender add', address);
  return (
    <Panel
      title={texts.senders}
      isFlush
      actions={mayChange ? <AddSender isBusy={save.isBusy} add={addSender} /> : undefined}
    >
      <FailureNote failure={save.failure} />
      <DataTable
        label={texts.senders}
        columns={useSenderColumns(mayChange ? change : undefined)}
        rows={query.data?.senders}
        keyOf={({ address }) => address}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
        empty={<EmptyView icon="mail" title={texts.noSenders} text={texts.noSendersText} />}
      />
      <Confirm
        isOpen={removing !== undefined}
        title={fill(texts.removeSenderTitle, { address: removing ?? '' })}
        effect={texts.removeSenderEffect}
        action={texts.removeDomain}
        onClose={() => setRemoving(undefined)}
        onConfirm={async () =>
          removing !== undefined && actIn(account, 'sender remove', { address: removing })
        }
      />
    </Panel>
  );
}

type SenderChange = Readonly<Record<'makeDefault' | 'remove', (sender: Sender) => void>>;

/** `change`: undefined for those who may not. */
function useSenderColumns(change: SenderChange | undefined): readonly Column<Sender>[] {
  const texts = useTexts(mailDomainTexts);
  return [
    { name: texts.address, isTitle: true, show: ({ address }) => address },
    { name: texts.name, show: ({ name }) => name },
    {
      name: texts.state,
      show: (sender) =>
        sender.default ? (
          <StatusBadge tone="good">{texts.isDefault}</StatusBadge>
        ) : change === undefined ? (
          ''
        ) : (
          <RowActions
            actions={[
              { label: texts.makeDefault, run: () => change.makeDefault(sender) },
              { label: texts.removeDomain, run: () => change.remove(sender), takesAway: true },
            ]}
          />
        ),
    },
  ];
}

type AddSenderProps = {
  readonly isBusy: boolean;
  /** Undefined: it was not added. */
  readonly add: (address: string) => Promise<unknown>;
};

function AddSender({ isBusy, add }: AddSenderProps) {
  const texts = useTexts(mailDomainTexts);
  const [address, setAddress] = useState('');
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((await add(address)) !== undefined) setAddress('');
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap="xs">
        <TextInput
          aria-label={texts.address}
          placeholder={texts.address}
          type="email"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {texts.addSender}
        </Button>
      </Group>
    </form>
  );
}
