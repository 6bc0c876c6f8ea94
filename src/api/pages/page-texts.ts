/** What is said in place of the dashboard, in both languages. */
import type { Language } from '#api/language.ts';

type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

export const unbuiltTexts = {
  en: {
    what: 'This server runs, and its API answers under /v1.',
    why: 'Its pages are not built. Build them where it is installed, and start it anew:',
  },
  fr: {
    what: 'Ce serveur fonctionne, et son API répond sous /v1.',
    why: 'Ses pages ne sont pas construites. Construisez-les là où il est installé, puis redémarrez-le :',
  },
} satisfies Texts;
