/** What a call needs of the person at the page: that they are signed in, and sometimes that they say so again. */
import { ApiFailure } from './api-failure.ts';

/** Where a fresh sign-in is needed the person is asked, and the call made again. */
export async function withPerson<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.word === 'nobody is signed in') hooks.sessionEnded();
    if (failure.word !== 'sign-in is not fresh' || !(await hooks.confirmPerson())) throw failure;
    return ask();
  }
}

type Hooks = {
  sessionEnded: () => void;
  /** Whether they have signed in again. */
  confirmPerson: () => Promise<boolean>;
  /** These reads would answer something else now. */
  changed: (reads: readonly string[]) => void;
};

/** What the frame does when the server asks for a person; it sets this at its start. */
export const hooks: Hooks = {
  sessionEnded: () => undefined,
  confirmPerson: () => Promise.resolve(false),
  changed: () => undefined,
};
