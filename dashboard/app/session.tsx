/** Who is signed in, and in which account and mode they look around. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { type Answer, act, ask } from '../api/operate.ts';
import type { Language } from '../texts/texts.ts';
import { readChoice, writeChoice } from './choices.ts';
import { queries } from './queries.ts';

export type Me = Answer<'me show'>;
export type OwnAccount = Me['accounts'][number];
/** What a role may do in an account. */
export type Permission = keyof Me['permissions'];

const meKey = ['me'] as const;

/** What the person may sign in with. */
export const factorsKey = ['factors'] as const;

/** Null: nobody is signed in. */
export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: fetchMe, staleTime: 60_000 });
}

async function fetchMe(): Promise<Me | null> {
  try {
    return await ask('me show', {});
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) return null;
    throw failure;
  }
}

let hasEnded = false;

/** To be said wherever the server answers that nobody is signed in: the frame then asks for a sign-in. */
export function sessionEnded(): void {
  hasEnded ||= (queries.getQueryData<Me | null>(meKey) ?? null) !== null;
  queries.setQueryData(meKey, null);
}

/** Whether a session ended under these pages, by its time or by somebody elsewhere: the sign-in says so. */
export function sessionHasEnded(): boolean {
  return hasEnded;
}

/** After a sign-in, a sign-out or a change of the own person. */
export async function sessionChanged(): Promise<void> {
  await queries.invalidateQueries({ queryKey: meKey });
}

/** Letters to the person are in it, and their other browsers speak it too. */
export async function keepLanguage(language: Language): Promise<void> {
  queries.setQueryData(meKey, await act('me set', { language }));
}

/** Of who has just come in, and read these pages in it. Where it is not kept they choose it later. */
export async function keepFirstLanguage(me: Pick<Me, 'user'>, language: Language): Promise<void> {
  if (me.user.language === null) await keepLanguage(language).catch(() => undefined);
}

export const modes = ['test', 'live'] as const;

/** Test messages and live ones are seen apart. */
export type Mode = (typeof modes)[number];

type ModeChoice = { readonly mode: Mode; readonly choose: (mode: Mode) => void };

const ModeContext = createContext<ModeChoice>({ mode: 'test', choose: () => undefined });

export function ModeProvider({ children }: { readonly children: ReactNode }) {
  const [mode, setMode] = useState<Mode>(() => readChoice('mode', modes) ?? 'test');
  const choice = useMemo(
    () => ({
      mode,
      choose: (chosen: Mode) => {
        writeChoice('mode', chosen);
        setMode(chosen);
      },
    }),
    [mode],
  );
  return <ModeContext value={choice}>{children}</ModeContext>;
}

export function useMode(): ModeChoice {
  return use(ModeContext);
}

/** What stands in the place of an account in the address. */
export function useAccountInAddress(): string | undefined {
  return useParams({ strict: false, select: ({ account }: Params) => account });
}

type Params = { readonly account?: string };

/** The account in the address; only pages of an account may ask. */
export function useAccount(): OwnAccount {
  const account = useAccountInAddress();
  const { data: me } = useMe();
  const found = me?.accounts.find(({ id }) => String(id) === account);
  if (found === undefined) throw new Error('This page stands in no account');
  return found;
}

/** Whether one may do that in the account in the address: what one may not has no button. */
export function useMay(permission: Permission): boolean {
  return useAccount().may.includes(permission);
}
