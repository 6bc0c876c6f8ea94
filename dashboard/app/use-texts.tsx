/** The language of the reader: what they chose, else what their browser says. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { type Language, languages } from '../texts/texts.ts';
import { readChoice, writeChoice } from './choices.ts';

type LanguageChoice = {
  readonly language: Language;
  readonly choose: (language: Language) => void;
};

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(
    () => readChoice('language', languages) ?? languageOfDocument(),
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((chosen: Language) => {
    writeChoice('language', chosen);
    setLanguage(chosen);
  }, []);
  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

/** The server has read Accept-Language. */
function languageOfDocument(): Language {
  return document.documentElement.lang === 'fr' ? 'fr' : 'en';
}

export function useLanguage(): LanguageChoice {
  return use(LanguageContext);
}

/** An area's texts in the reader's language: `const texts = useTexts(messageTexts)`. */
export function useTexts<One>(catalogue: { readonly en: One; readonly fr: One }): One {
  return catalogue[useLanguage().language];
}
