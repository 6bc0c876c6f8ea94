/** The keys that work on every page, and the two dialogs that they open. */
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Product } from '../routes/page-route.ts';
import { readChoice, writeChoice } from './choices.ts';
import { type KeyPress, meaningOf } from './key-press.ts';
import { addressOf, usePagesIn } from './menu.tsx';

/** What is opened now and then is loaded then. */
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));
const SearchDialog = lazy(async () => ({
  default: (await import('./search-dialog.tsx')).SearchDialog,
}));

/** How long `g` waits for its letter. */
const letterWaitMs = 1_500;

export type OpenDialog = 'search' | 'help' | undefined;

type KeyboardProps = {
  readonly product: Product;
  readonly accountId: number | undefined;
  readonly open: OpenDialog;
  readonly onOpen: (open: OpenDialog) => void;
};

export function Keyboard({ product, accountId, open, onOpen }: KeyboardProps) {
  const [hasLetters, setLetters] = useState(() => readChoice('keys', ['on', 'off']) !== 'off');
  const navigate = useNavigate();
  const pages = usePagesIn(product, accountId);
  const go = (letter: string) => {
    const page = pages.find(({ menu }) => menu?.letter === letter);
    if (page !== undefined) void navigate({ to: addressOf(page, accountId) });
  };
  useKeys(hasLetters, { search: () => onOpen('search'), help: () => onOpen('help'), go });
  const close = () => onOpen(undefined);
  const [wasOpened, setOpened] = useState<ReadonlySet<OpenDialog>>(new Set());
  if (open !== undefined && !wasOpened.has(open)) setOpened(new Set([...wasOpened, open]));
  return (
    <Suspense fallback={null}>
      {wasOpened.has('search') ? (
        <SearchDialog
          isOpen={open === 'search'}
          close={close}
          product={product}
          accountId={accountId}
        />
      ) : null}
      {wasOpened.has('help') ? (
        <KeysHelp
          isOpen={open === 'help'}
          close={close}
          pages={pages}
          hasLetters={hasLetters}
          onLetters={(isOn) => {
            writeChoice('keys', isOn ? 'on' : 'off');
            setLetters(isOn);
          }}
        />
      ) : null}
    </Suspense>
  );
}

type Actions = {
  readonly search: () => void;
  readonly help: () => void;
  readonly go: (letter: string) => void;
};

function useKeys(hasLetters: boolean, actions: Actions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let waitsUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      // A list has walked by it already.
      if (event.defaultPrevented) return;
      const isWaiting = performance.now() < waitsUntilMs;
      waitsUntilMs = 0;
      const meant = meaningOf(pressOf(event), { isWaiting, hasLetters });
      if (meant === undefined) return;
      event.preventDefault();
      if (meant.do === 'wait for a letter') waitsUntilMs = performance.now() + letterWaitMs;
      else if (meant.do === 'first row') focusFirstRow();
      else if (meant.do === 'go') latest.current.go(meant.letter);
      else latest.current[meant.do]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hasLetters]);
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('#page [data-rows] > tr[tabindex]')?.focus();
}

function pressOf(event: KeyboardEvent): KeyPress {
  const target = event.target instanceof Element ? event.target : document.body;
  return {
    key: event.key,
    isCommand: event.ctrlKey || event.metaKey,
    isOther: event.altKey || event.isComposing || event.repeat,
    isTaken: target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null,
  };
}
