/** A campaign as a person has written it, as its operations take it. */
import type { InputOf } from '../../api/operate.ts';

export type Draft = {
  readonly name: string;
  readonly group: number;
  readonly sender: string;
  readonly text: string;
  readonly saysStop: boolean;
  readonly marketing: boolean;
  readonly costMax: string;
  readonly isLater: boolean;
  /** As a field of type `datetime-local` has it. */
  readonly at: string;
};

export const emptyDraft: Draft = {
  name: '',
  group: 0,
  sender: '',
  text: '',
  saysStop: false,
  marketing: true,
  costMax: '',
  isLater: false,
  at: '',
};

/** As they are written in texts. */
export const campaignFields = [
  '#FIRSTNAME#',
  '#LASTNAME#',
  '#DATE#',
  '#URL#',
  '#CUSTOM1#',
  '#CUSTOM2#',
  '#CUSTOM3#',
  '#CUSTOM4#',
];

type Mode = 'live' | 'test';

export function isReady({ name, text, isLater, at }: Draft): boolean {
  return name.trim() !== '' && text.trim() !== '' && (!isLater || at !== '');
}

/** What it sends, and as whom: all that a preview asks for. */
export function wordedOf(draft: Draft, mode: Mode): InputOf<'campaign preview'> {
  const { group, text, sender, saysStop, marketing } = draft;
  return { group, text, sender: sender.trim(), saysStop, marketing, test: mode === 'test' };
}

export function requestOf(draft: Draft, mode: Mode): InputOf<'campaign add'> {
  const { name, costMax, isLater, at } = draft;
  const maximum = amountOf(costMax);
  return {
    name,
    ...wordedOf(draft, mode),
    ...(maximum !== null && { costMax: maximum }),
    // In the zone of the browser, as times on pages are shown.
    ...(isLater && { at: new Date(at).toISOString() }),
  };
}

/** A maximum as it is typed, with a comma or a point; null: none. */
export function amountOf(costMax: string): string | null {
  return costMax.trim().replace(',', '.') || null;
}
