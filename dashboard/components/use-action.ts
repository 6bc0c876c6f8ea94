/** Something that a person does: whether it is in progress, and why it failed. What it changed is read again. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

export type Action<Given extends readonly unknown[], Value> = {
  /** Undefined: it failed, and `failure` says why. */
  readonly run: (...given: Given) => Promise<Value | undefined>;
  readonly isBusy: boolean;
  readonly failure: unknown;
  readonly forget: () => void;
};

export function useAction<Given extends readonly unknown[], Value>(
  act: (...given: Given) => Promise<Value>,
  changes?: QueryKey,
): Action<Given, Value> {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    run: async (...given) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const value = await act(...given);
        if (changes !== undefined) await queries.invalidateQueries({ queryKey: changes });
        return value;
      } catch (thrown) {
        setFailure(thrown);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
