/** Whose an account is: its name and address. */
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { policyTexts } from '../../texts/console-policy.ts';

type Account = Answer<'account show'>['account'];
type Props = { readonly account: Account; readonly onDone: () => void };

export function EditAccount({ account, onDone }: Props) {
  const texts = useTexts(policyTexts);
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email);
  const save = useSubmit(async () => {
    await act('account set', { account: account.id, name, email });
    onDone();
  });
  return (
    <form onSubmit={save.submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={texts.email}
          type="email"
          required
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <FormFoot sent={save} label={texts.save} />
      </Stack>
    </form>
  );
}
