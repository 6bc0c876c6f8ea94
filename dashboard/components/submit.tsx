/** What a form does when it is sent: one try at a time, and what went wrong. */
import { type SyntheticEvent, useState } from 'react';

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
