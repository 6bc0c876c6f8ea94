/** What a form does when it is sent: one try at a time, and what went wrong beneath it. */
import { Alert } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { sayFailure } from './say-failure.ts';

export function useSubmit(act: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void run();
  };
  return { isBusy, failure, run, submit };
}

export function FailureLine({ failure }: { readonly failure: unknown }) {
  const texts = useTexts(commonTexts);
  if (failure === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {failure instanceof ApiFailure ? sayFailure(failure, texts) : texts.wentWrong}
    </Alert>
  );
}
