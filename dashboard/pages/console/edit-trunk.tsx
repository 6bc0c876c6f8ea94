/** A carrier of calls with all its settings in one form; passwords go in and never come back. */
import { Checkbox, Fieldset, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { trunkTexts, trunkValueTexts } from '../../texts/console-trunks.ts';
import { fill } from '../../texts/texts.ts';
import {
  blankTrunk,
  formOfTrunk,
  type SecretName,
  settingsOfForm,
  type Trunk,
  type TrunkForm,
  type TrunkSettings,
  trunkFields,
  trunkGroups,
} from './trunk-form.ts';

type Props = {
  readonly isOpen: boolean;
  /** Undefined: a new one. */
  readonly trunk: Trunk | undefined;
  readonly onClose: () => void;
};

export function EditTrunk({ isOpen, trunk, onClose }: Props) {
  const texts = useTexts(trunkTexts);
  return (
    <FormModal
      isOpen={isOpen}
      title={trunk === undefined ? texts.addTrunk : fill(texts.editTrunk, { name: trunk.name })}
      size="lg"
      onClose={onClose}
    >
      <Form trunk={trunk} onClose={onClose} />
    </FormModal>
  );
}

type Wrong = {
  readonly failure: ApiFailure | undefined;
  readonly field: string;
  readonly values: Readonly<Record<string, unknown>>;
};

/** What a value must be is said here in the language of the page; what does not go together, by the server. */
function sayProblem(message: string, { failure, field, values }: Wrong): string {
  const said = values[field];
  const isValue = failure?.word === 'field has a wrong value';
  return isValue && typeof said === 'string' ? said : message;
}

const noSecret = { password: '', takesAway: false };
const noSecrets = { password: noSecret, authInPassword: noSecret };

function Form({ trunk, onClose }: Omit<Props, 'isOpen'>) {
  const texts = useTexts(trunkTexts);
  const [name, setName] = useState('');
  const [form, setForm] = useState(trunk === undefined ? blankTrunk : formOfTrunk(trunk.settings));
  const [secrets, setSecrets] = useState(noSecrets);
  const save = useSubmit(async () => {
    const input = {
      name: trunk?.name ?? name,
      ...settingsOfForm(form),
      ...secretOf('password', secrets.password),
      ...secretOf('authInPassword', secrets.authInPassword),
    };
    await act(trunk === undefined ? 'trunk add' : 'trunk set', input);
    onClose();
  });
  const wrongAt = useProblems(save.failure);
  const set = (change: Partial<TrunkForm>) => setForm((before) => ({ ...before, ...change }));
  return (
    <form onSubmit={save.submit}>
      <Stack gap="md">
        {trunk === undefined ? (
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            required
            data-autofocus
            value={name}
            error={wrongAt('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        ) : null}
        {trunkGroups.map(({ title, names, secret }) => (
          <Fieldset key={title} legend={texts[title]}>
            <Stack gap="sm">
              {names.map((one) => (
                <Field
                  key={one}
                  name={one}
                  value={form[one]}
                  error={wrongAt(one)}
                  onChange={(value) => set({ [one]: value })}
                />
              ))}
              {secret === undefined ? null : (
                <Secret
                  label={texts[secret]}
                  isKept={hasSecret(trunk, secret)}
                  error={wrongAt(secret)}
                  secret={secrets[secret]}
                  onChange={(written) => setSecrets({ ...secrets, [secret]: written })}
                />
              )}
            </Stack>
          </Fieldset>
        ))}
        <FormFoot sent={save} label={trunk === undefined ? texts.addTrunk : texts.save} />
      </Stack>
    </form>
  );
}

/** What is wrong with a field. */
function useProblems(thrown: unknown) {
  const values = useTexts(trunkValueTexts);
  const failure = thrown instanceof ApiFailure ? thrown : undefined;
  return (field: string) => {
    const found = failure?.fields.find((problem) => problem.field === field);
    return found && sayProblem(found.message, { failure, field, values });
  };
}

function hasSecret(trunk: Trunk | undefined, name: SecretName): boolean {
  const kept = { password: trunk?.hasPassword, authInPassword: trunk?.hasAuthInPassword };
  return kept[name] ?? false;
}

type SecretForm = typeof noSecret;

/** What is not written stays as it is. */
function secretOf(name: SecretName, { password, takesAway }: SecretForm) {
  if (takesAway) return { [name]: '' };
  return password === '' ? {} : { [name]: password };
}

type FieldProps = {
  readonly name: keyof TrunkSettings;
  readonly value: string | boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string | boolean) => void;
};

function Field({ name, value, error, onChange }: FieldProps) {
  const texts = useTexts(trunkTexts);
  const field = trunkFields[name];
  const label = texts[name];
  if (field.as === 'switch') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  const common = { label, value: String(value), error };
  if (field.as === 'choice') {
    const words = texts as Readonly<Record<string, unknown>>;
    return (
      <NativeSelect
        {...common}
        data={field.of.map((one) => ({ value: one, label: String(words[one]) }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      description={field.hint === undefined ? undefined : texts[field.hint]}
      inputMode={field.as === 'number' ? 'numeric' : undefined}
      required={field.as === 'number' && !field.mayBeEmpty}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type SecretProps = {
  readonly label: string;
  readonly isKept: boolean;
  readonly error: string | undefined;
  readonly secret: SecretForm;
  readonly onChange: (secret: SecretForm) => void;
};

function Secret({ label, isKept, error, secret, onChange }: SecretProps) {
  const texts = useTexts(trunkTexts);
  return (
    <>
      <PasswordInput
        label={label}
        description={isKept ? texts.isKept : texts.isMissing}
        autoComplete="new-password"
        disabled={secret.takesAway}
        error={error}
        value={secret.password}
        onChange={({ currentTarget }) => onChange({ ...secret, password: currentTarget.value })}
      />
      {isKept ? (
        <Checkbox
          label={texts.takeAway}
          checked={secret.takesAway}
          onChange={({ currentTarget }) =>
            onChange({ password: '', takesAway: currentTarget.checked })
          }
        />
      ) : null}
    </>
  );
}
