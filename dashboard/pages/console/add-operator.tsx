/** A link to an operator in one form, with a bind that is tried before anything is stored. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { type Answer, useAct } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatDuration } from '../../components/format.ts';
import { commonTexts } from '../../texts/common.ts';
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
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.addOperator}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: Pick<Props, 'onClose'>) {
  const texts = useTexts(consoleTexts);
  const [form, setForm] = useState(blank);
  const set = (change: Partial<typeof blank>) => setForm((before) => ({ ...before, ...change }));
  const { name: _, binds: __, window: ___, ...link } = form;
  const add = useAct('operator add');
  const trial = useAct('operator try');
  const [tried, setTried] = useState<Answer<'operator try'>>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((await add.run(form)) !== undefined) onClose();
  };
  const failure = add.failure ?? trial.failure;
  const wrongAt = (field: string) =>
    failure instanceof ApiFailure
      ? failure.fields.find((problem) => problem.field === field)?.message
      : undefined;
  const field = (name: 'name' | 'host' | 'systemId') => ({
    label: texts[name],
    value: form[name],
    error: wrongAt(name),
    required: true,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      set({ [name]: currentTarget.value }),
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput {...field('name')} data-autofocus />
        <Group grow align="flex-start">
          <TextInput {...field('host')} />
          <NumberInput
            label={texts.port}
            value={form.port}
            min={1}
            max={65_535}
            hideControls
            error={wrongAt('port')}
            onChange={(port) => set({ port: Number(port) })}
          />
        </Group>
        <Group grow align="flex-start">
          <TextInput {...field('systemId')} autoComplete="off" />
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
        <Checkbox
          label={texts.tls}
          checked={form.tls}
          onChange={({ currentTarget }) => set({ tls: currentTarget.checked })}
        />
        {tried === undefined ? null : <Tried tried={tried} />}
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            loading={trial.isBusy}
            onClick={() => void trial.run(link).then(setTried)}
          >
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

function Tried({ tried }: { readonly tried: Answer<'operator try'> }) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const { isBound, peer, why, durationMs } = tried;
  return (
    <Alert color={isBound ? 'green' : 'red'} role="status" p="xs">
      {isBound
        ? fill(texts.isBound, { time: formatDuration(durationMs, language), peer })
        : fill(texts.notBound, { why })}
    </Alert>
  );
}
