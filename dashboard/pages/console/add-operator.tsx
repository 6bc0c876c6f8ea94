/** A link to an operator in one form, with a bind that is tried before anything is stored. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, useAct } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fault } from '../../components/fault.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatDuration } from '../../components/format.ts';
import { consoleTexts } from '../../texts/console.ts';
import { fill } from '../../texts/texts.ts';

const bindKinds = ['trx', 'tx', 'rx', 'tx-rx'] as const;

const blank = {
  name: '',
  host: '',
  port: 2_775,
  tls: false,
  systemId: '',
  password: '',
  bind: 'trx' as (typeof bindKinds)[number],
  binds: 1,
  window: 10,
};

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

export function AddOperator({ isOpen, onClose }: Props) {
  const texts = useTexts(consoleTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.addOperator} onClose={onClose}>
      <Form onClose={onClose} />
    </FormModal>
  );
}

function Form({ onClose }: Pick<Props, 'onClose'>) {
  const texts = useTexts(consoleTexts);
  const [form, setForm] = useState(blank);
  const set = (change: Partial<Draft>) => setForm((before) => ({ ...before, ...change }));
  const add = useAct('operator add');
  const trial = useAct('operator try');
  const [tried, setTried] = useState<Answer<'operator try'>>();
  const tryBind = async () => {
    const { name: _, binds: __, window: ___, ...link } = form;
    setTried(await trial.run(link));
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((await add.run(form)) !== undefined) onClose();
  };
  const failure = add.failure ?? trial.failure;
  const { errorOf } = atFields(failure, fields);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <AddressFields form={form} set={set} errorOf={errorOf} />
        <BindFields form={form} set={set} errorOf={errorOf} />
        <Checkbox
          label={texts.tls}
          checked={form.tls}
          onChange={({ currentTarget }) => set({ tls: currentTarget.checked })}
        />
        {tried === undefined ? null : <Tried tried={tried} />}
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" loading={trial.isBusy} onClick={() => void tryBind()}>
            {texts.tryBind}
          </Button>
          <Button type="submit" loading={add.isBusy}>
            {texts.addOperator}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Draft = typeof blank;

/** Those that can say what is wrong with them. */
const fields = ['name', 'host', 'systemId', 'port'] as const;

type FieldsProps = {
  readonly form: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly errorOf: (field: (typeof fields)[number]) => string | undefined;
};

/** Its name here, and where it is. */
function AddressFields({ form, set, errorOf }: FieldsProps) {
  const texts = useTexts(consoleTexts);
  return (
    <>
      <TextInput
        label={texts.name}
        value={form.name}
        error={errorOf('name')}
        required
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        data-autofocus
      />
      <Group grow align="flex-start">
        <TextInput
          label={texts.host}
          value={form.host}
          error={errorOf('host')}
          required
          onChange={({ currentTarget }) => set({ host: currentTarget.value })}
        />
        <NumberInput
          label={texts.port}
          value={form.port}
          min={1}
          max={65_535}
          hideControls
          error={errorOf('port')}
          onChange={(port) => set({ port: Number(port) })}
        />
      </Group>
    </>
  );
}

/** The credentials of a bind, its kind, how many there are and what may wait in one. */
function BindFields({ form, set, errorOf }: FieldsProps) {
  const texts = useTexts(consoleTexts);
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={texts.systemId}
          value={form.systemId}
          error={errorOf('systemId')}
          required
          onChange={({ currentTarget }) => set({ systemId: currentTarget.value })}
          autoComplete="off"
        />
        <PasswordInput
          label={texts.password}
          value={form.password}
          autoComplete="new-password"
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
      </Group>
      <Group grow align="flex-start">
        <NativeSelect
          label={texts.bindKind}
          data={bindKinds.map((kind) => kind)}
          value={form.bind}
          onChange={({ currentTarget }) =>
            set({ bind: bindKinds.find((kind) => kind === currentTarget.value) ?? 'trx' })
          }
        />
        <NumberInput
          label={texts.binds}
          value={form.binds}
          min={1}
          hideControls
          onChange={(binds) => set({ binds: Number(binds) })}
        />
        <NumberInput
          label={texts.window}
          value={form.window}
          min={1}
          hideControls
          onChange={(window) => set({ window: Number(window) })}
        />
      </Group>
    </>
  );
}

function Tried({ tried }: { readonly tried: Answer<'operator try'> }) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const { isBound, peer, why, fault, durationMs } = tried;
  return (
    <Alert
      color={isBound ? 'green' : 'red'}
      role="status"
      p="xs"
      title={isBound ? undefined : texts.notBound}
    >
      {isBound ? (
        fill(texts.isBound, { time: formatDuration(durationMs, language), peer })
      ) : (
        <Fault fault={fault} raw={why} />
      )}
    </Alert>
  );
}
