/** One box that finds pages and actions by name, and messages, replies, stops and events by what is known of them. */
import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { type Answer, askIn } from '../api/operate.ts';
import { FailureNote } from '../components/failure-note.tsx';
import { formatPhone } from '../components/format.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { Time } from '../components/shown.tsx';
import type { Product } from '../routes/page-route.ts';
import { actionTexts } from '../texts/actions.ts';
import { commonTexts } from '../texts/common.ts';
import { keysTexts } from '../texts/keys.ts';
import { navigationTexts } from '../texts/navigation.ts';
import { fill } from '../texts/texts.ts';
import { actionsFor } from './actions.ts';
import { addressOf, usePagesIn } from './menu.tsx';
import classes from './search-dialog.module.css';
import { useMe } from './session.tsx';
import { useTexts } from './use-texts.tsx';

type SearchProps = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly product: Product;
  readonly accountId: number | undefined;
};

export function SearchDialog({ isOpen, close, ...place }: SearchProps) {
  const texts = { ...useTexts(commonTexts), ...useTexts(keysTexts) };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={texts.search}
      centered={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <SearchBox close={close} {...place} />
    </Modal>
  );
}

const typingMs = 200;
const listId = 'search-results';

/** A combobox (WAI-ARIA APG): the focus stays in the box, arrows choose, Enter goes. */
function SearchBox({ close, product, accountId }: Omit<SearchProps, 'isOpen'>) {
  const texts = { ...useTexts(commonTexts), ...useTexts(keysTexts) };
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useFound(accountId, typed);
  const pages = usePages(product, accountId, typed);
  const actions = useActions(accountId, typed);
  const hits = [...pages, ...actions, ...found.hits];
  const at = Math.min(chosen, hits.length - 1);
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    close();
    void navigate({ to: hit.to, search: hit.search ?? {} });
  };
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(hits[at]);
    if (move === undefined || hits.length === 0) return;
    event.preventDefault();
    setChosen((at + move + hits.length) % hits.length);
  };
  return (
    <>
      <TextInput
        aria-label={texts.search}
        placeholder={texts.searchHint}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        maxLength={254}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={hits.length === 0 ? undefined : `${listId}-${at}`}
        data-autofocus
      />
      <Hits hits={hits} chosen={at} onGo={go} />
      <Text size="sm" c="dimmed" role="status" pt={hits.length === 0 ? 'sm' : 0}>
        {hits.length === 0 && found.isDone ? texts.nothingFound : ''}
      </Text>
      <FailureNote failure={found.error} />
    </>
  );
}

type Hit = {
  readonly key: string;
  readonly to: string;
  /** Filters of the list that it stands in. */
  readonly search?: Readonly<Record<string, string>>;
  readonly icon: IconName;
  readonly title: string;
  readonly facts: string;
  readonly atMs?: number;
};

type HitsProps = {
  readonly hits: readonly Hit[];
  readonly chosen: number;
  readonly onGo: (hit: Hit) => void;
};

function Hits({ hits, chosen, onGo }: HitsProps) {
  const texts = useTexts(keysTexts);
  return (
    <div role="listbox" id={listId} aria-label={texts.results} className={classes['hits']}>
      {hits.map((hit, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box (aria-activedescendant)
        <div
          key={hit.key}
          id={`${listId}-${at}`}
          role="option"
          aria-selected={at === chosen}
          className={classes['hit']}
          onClick={() => onGo(hit)}
        >
          <Icon name={hit.icon} size={16} />
          <span className={classes['what']}>
            <span className={classes['title']}>{hit.title}</span>
            <span className={classes['facts']}>{hit.facts}</span>
          </span>
          {hit.atMs === undefined ? null : <Time atMs={hit.atMs} />}
        </div>
      ))}
    </div>
  );
}

const pagesMax = 8;
const actionsMax = 5;

/** Pages of all products by their names, as somebody writes them who does not look for accents; those of this product first. */
function usePages(product: Product, accountId: number | undefined, typed: string): readonly Hit[] {
  const names = useTexts(navigationTexts);
  const texts = useTexts(commonTexts);
  const own = usePagesIn(product, accountId);
  const others = [
    ...usePagesIn('sms', accountId),
    ...usePagesIn('email', accountId),
    ...usePagesIn('console', accountId),
  ];
  const { data: me } = useMe();
  const wanted = plain(typed);
  // Without a word there are too many.
  const offered = wanted === '' ? own : new Set([...own, ...others]);
  return [...offered]
    .flatMap((page): Hit[] => {
      const { menu } = page;
      if (menu === undefined || !plain(names[menu.name]).includes(wanted)) return [];
      const isOfConsole = menu.product === 'console';
      if (isOfConsole ? me?.user.isAdministrator !== true : accountId === undefined) return [];
      const to = addressOf(page, accountId);
      const facts = menu.product === product || menu.product === 'both' ? '' : texts[menu.product];
      return [{ key: to, to, icon: menu.icon, title: names[menu.name], facts }];
    })
    .slice(0, pagesMax);
}

/** What can be done, once a word of it is written. */
function useActions(accountId: number | undefined, typed: string): readonly Hit[] {
  const names = useTexts(actionTexts);
  const texts = useTexts(keysTexts);
  const { data: me } = useMe();
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0 || !me) return [];
  const account = me.accounts.find(({ id }) => id === accountId);
  return actionsFor(account, me.user.isAdministrator)
    .filter(({ name }) => words.every((word) => plain(names[name]).includes(word)))
    .map(({ name, to, icon, search }) => ({
      key: `do ${name}`,
      to,
      icon,
      title: names[name],
      facts: texts.action,
      ...(search !== undefined && { search }),
    }))
    .slice(0, actionsMax);
}

function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

type Found = Answer<'account search'>['found'][number];

function useFound(accountId: number | undefined, typed: string) {
  const texts = useTexts(keysTexts);
  const [q] = useDebouncedValue(typed.trim(), typingMs);
  const { data, error, isFetched, isPlaceholderData } = useQuery({
    queryKey: ['account search', accountId, q],
    queryFn: ({ signal }) => askIn(accountId ?? 0, 'account search', { q }, { signal }),
    enabled: q !== '' && accountId !== undefined,
    placeholderData: keepPreviousData,
  });
  const isCurrent = q === typed.trim();
  const found = q === '' ? [] : (data?.found ?? []);
  return {
    hits: found.map((one, at) => ({ key: `${one.kind}-${at}`, ...hitOf(one, accountId, texts) })),
    error: q === '' ? null : error,
    isDone: isCurrent && q !== '' && isFetched && !isPlaceholderData,
  };
}

function hitOf(
  one: Found,
  accountId: number | undefined,
  texts: (typeof keysTexts)['en' | 'fr'],
): Omit<Hit, 'key'> {
  const place = `/${accountId}`;
  const phone = 'phone' in one ? formatPhone(one.phone) : '';
  if (one.kind === 'message') {
    return {
      to: `${place}/sms/messages/${one.messageId}`,
      icon: 'messages',
      title: fill(texts.message, { id: one.messageId }),
      facts: [phone, one.tag].filter((fact) => fact !== '').join(' · '),
      atMs: Date.parse(one.at),
    };
  }
  if (one.kind === 'reply') {
    return {
      // Who sees no phones sees no threads.
      to: one.sender === null ? `${place}/sms/replies` : threadOf(place, one.number, one.sender),
      icon: 'replies',
      title: texts.reply,
      facts: [phone, one.text ?? ''].filter((fact) => fact !== '').join(' · '),
      atMs: Date.parse(one.at),
    };
  }
  if (one.kind === 'stop') {
    const to = `${place}/sms/stop-list`;
    const search = filterBy('phone', one.phone);
    return { to, search, icon: 'stop', title: texts.stop, facts: phone, atMs: Date.parse(one.at) };
  }
  if (one.kind === 'call') {
    return {
      to: `${place}/sms/calls/${one.callId}`,
      icon: 'call',
      title: fill(texts.call, { id: one.callId }),
      facts: [phone, formatPhone(one.number)].filter((fact) => fact !== '').join(' → '),
      atMs: Date.parse(one.at),
    };
  }
  if (one.kind === 'email') {
    const to = `${place}/email/messages/${one.emailId}`;
    const title = one.subject || fill(texts.email, { id: one.emailId });
    return { to, icon: 'mail', title, facts: one.tag, atMs: Date.parse(one.at) };
  }
  if (one.kind === 'suppression') {
    const to = `${place}/email/suppressions`;
    const search = filterBy('address', one.address);
    return {
      to,
      search,
      icon: 'block',
      title: texts.suppressed,
      facts: one.address,
      atMs: Date.parse(one.at),
    };
  }
  return {
    to: `${place}/webhooks/events/${encodeURIComponent(one.eventId)}`,
    icon: 'webhook',
    title: one.event,
    facts: one.eventId,
    atMs: Date.parse(one.at),
  };
}

/** What is masked for the reader no list can be filtered by. */
function filterBy(name: string, value: string): Readonly<Record<string, string>> {
  return /[*…]/.test(value) ? {} : { [name]: value };
}

function threadOf(place: string, number: string, sender: string): string {
  return `${place}/sms/replies/${encodeURIComponent(number)}/${encodeURIComponent(sender)}`;
}
