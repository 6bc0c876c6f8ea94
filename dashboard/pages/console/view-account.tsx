/** Asks why an account is to be seen as its people see it, and goes there. */
import { Stack, Text, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { sessionChanged } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { viewTexts } from '../../texts/console-view.ts';

type Account = Answer<'account show'>['account'];

export function ViewAccount({ account: { id } }: { readonly account: Account }) {
  const texts = useTexts(viewTexts);
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const begin = useSubmit(async () => {
    await act('view begin', { account: id, reason });
    await sessionChanged();
    await navigate({ href: `/${id}/home` });
  });
  return (
    <form onSubmit={begin.submit}>
      <Stack gap="sm">
        <Text size="sm">{texts.text}</Text>
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          required
          minLength={5}
          maxLength={200}
          autosize
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormFoot sent={begin} label={texts.begin} />
      </Stack>
    </form>
  );
}
