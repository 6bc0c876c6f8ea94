/** The language of who is signed in, as the server has it: each of their browsers speaks it. */
import { useLayoutEffect } from 'react';
import type { Language } from '../texts/texts.ts';
import { useLanguage } from './use-texts.tsx';

/** `stored`: null while they have chosen none. Before the first paint, so that nothing is seen in another one. */
export function useOwnLanguage(stored: Language | null): void {
  const { choose } = useLanguage();
  useLayoutEffect(() => {
    if (stored !== null) choose(stored);
  }, [stored, choose]);
}
