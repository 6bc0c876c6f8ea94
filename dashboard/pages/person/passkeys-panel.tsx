/** The passkeys of the person who is signed in: added with a name, renamed, removed. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Panel } from '../../components/panel.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { Time } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { securityTexts } from '../../texts/security.ts';
import { fill } from '../../texts/texts.ts';
import type { FactorPanelProps, Factors } from './factors.ts';
import { shortAgent } from './short-agent.ts';
import { whyNoPasskeys } from './why-no-passkeys.ts';

type Passkey = Factors['passkeys'][number];

export function PasskeysPanel({ factors, changed, show }: FactorPanelProps) {
  const texts = useTexts(securityTexts);
  const [isAdding, setAdding] = useState(false);
  const [named, setNamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const columns = useColumns(setNamed, setRemoved);
  return (
    <Panel title={texts.passkeysTitle}>
      <Stack gap="sm" align="stretch">
        <Text size="sm">{texts.passkeysText}</Text>
        {factors.passkeys.length === 0 ? null : (
          <DataTable
            label={texts.passkeysTitle}
            columns={columns}
            rows={factors.passkeys}
            keyOf={({ id }) => id}
            empty={null}
          />
        )}
        <Add here={factors.passkeysHere} open={() => setAdding(true)} />
      </Stack>
      <FormModal isOpen={isAdding} title={texts.addPasskey} onClose={() => setAdding(false)}>
        <AddForm
          show={async (codes) => {
            await changed();
            setAdding(false);
            show(codes);
          }}
        />
      </FormModal>
      <FormModal
        isOpen={named !== undefined}
        title={texts.renamePasskey}
        onClose={() => setNamed(undefined)}
      >
        <NameForm
          passkey={named}
          done={async () => {
            await changed();
            setNamed(undefined);
          }}
        />
      </FormModal>
      <Confirm
        isOpen={removed !== undefined}
        title={texts.removePasskey}
        effect={fill(texts.removePasskeyEffect, { name: removed?.name ?? '' })}
        action={texts.removePasskey}
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          if (removed === undefined) return;
          await act('passkey remove', { passkey: removed.id });
          await changed();
        }}
      />
    </Panel>
  );
}

function useColumns(
  rename: (passkey: Passkey) => void,
  remove: (passkey: Passkey) => void,
): readonly Column<Passkey>[] {
  const texts = useTexts(securityTexts);
  return [
    {
      name: texts.name,
      isTitle: true,
      show: ({ name, worksHere }) => (worksHere ? name : fill(texts.elsewhere, { name })),
    },
    { name: texts.since, card: 'foot', show: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
    {
      name: texts.lastUsed,
      card: 'line',
      show: ({ usedAtMs }) => (usedAtMs === null ? texts.never : <Time atMs={usedAtMs} />),
    },
    {
      name: texts.change,
      card: 'foot',
      isFigure: true,
      show: (passkey) => (
        <RowActions
          isAtEnd
          actions={[
            { label: texts.rename, run: () => rename(passkey) },
            { label: texts.remove, run: () => remove(passkey), takesAway: true },
          ]}
        />
      ),
    },
  ];
}

/** Where there is none to be made, the page says why. */
function Add({
  here,
  open,
}: {
  readonly here: Factors['passkeysHere'];
  readonly open: () => void;
}) {
  const texts = useTexts(securityTexts);
  const why = whyNoPasskeys(here, texts);
  return why === undefined ? (
    <Group>
      <Button onClick={open}>{texts.addPasskey}</Button>
    </Group>
  ) : (
    <Alert color="gray">{why}</Alert>
  );
}

function AddForm({ show }: { readonly show: (codes: readonly string[]) => Promise<void> }) {
  const texts = useTexts(securityTexts);
  const [name, setName] = useState(() => shortAgent(navigator.userAgent));
  const { isBusy, failure, submit } = useSubmit(async () => {
    const options = await act('passkey propose', {});
    const credential = await makePasskey(options, texts);
    await show((await act('passkey add', { name, credential })).codes);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.passkeyHow}</Text>
        <NameInput name={name} change={setName} />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.addPasskey}
        </Button>
      </Stack>
    </form>
  );
}

function NameForm({
  passkey,
  done,
}: {
  readonly passkey: Passkey | undefined;
  readonly done: () => Promise<void>;
}) {
  const common = useTexts(commonTexts);
  const [name, setName] = useState(passkey?.name ?? '');
  const { isBusy, failure, submit } = useSubmit(async () => {
    await act('passkey rename', { passkey: passkey?.id ?? 0, name });
    await done();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NameInput name={name} change={setName} />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy}>
          {common.save}
        </Button>
      </Stack>
    </form>
  );
}

function NameInput({
  name,
  change,
}: {
  readonly name: string;
  readonly change: (name: string) => void;
}) {
  const texts = useTexts(securityTexts);
  return (
    <TextInput
      label={texts.name}
      description={texts.passkeyName}
      maxLength={60}
      value={name}
      onChange={(event) => change(event.currentTarget.value)}
      required
      data-autofocus
    />
  );
}
