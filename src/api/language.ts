/** Which of our two languages a client reads: Accept-Language, RFC 9110 §12.5.4. */

export type Language = 'en' | 'fr';

/** Nobody reads more languages than this; longer lists are cut. */
const rangesMax = 20;

/** French only where it is preferred; of equal weights the first counts. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined || header === '*') return 'en';
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 };
  for (const range of header.split(',', rangesMax)) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = languageOf(tag.trim());
    const weight = weightOf(parameters);
    if (language !== undefined && weight > best.weight) best = { language, weight };
  }
  return best.language;
}

function languageOf(tag: string): Language | undefined {
  if (tag === 'fr' || tag.startsWith('fr-')) return 'fr';
  return tag === '*' || tag === 'en' || tag.startsWith('en-') ? 'en' : undefined;
}

/** §12.4.2: between 0 and 1, and 1 where none is given. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.map((parameter) =>
    /^\s*q\s*=\s*(?<q>[01](?:\.\d*)?)\s*$/.exec(parameter),
  );
  return Number(weight.find((match) => match !== null)?.groups?.['q'] ?? 1);
}
