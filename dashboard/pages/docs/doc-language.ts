/** In which language a page of the documentation is read, as its address says. */
import { useLanguage } from '../../app/use-texts.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { type Language, languages } from '../../texts/texts.ts';
import type { Place } from './markdown-view.tsx';

/** That of the dashboard, unless the address says another one: programmers' words are often read in English. */
export function useDocLanguage(): readonly [Language, (language: Language) => void] {
  const { language } = useLanguage();
  const [named, name] = useFilter('language');
  const chosen = languages.find((one) => one === named) ?? language;
  return [chosen, (wanted) => name(wanted === language ? '' : wanted)];
}

/** What links within the documentation keep. */
export function useKept(): Place['search'] {
  const [named] = useFilter('language');
  return named === '' ? {} : { language: named };
}
