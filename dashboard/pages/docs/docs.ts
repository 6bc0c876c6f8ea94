/** The pages of docs/, each loaded when somebody reads it, in the reader's language where it has been said in it. */
import { type Language, languages, spaceLine } from '../../texts/texts.ts';
import { type Block, parseMarkdown } from './markdown.ts';
import { fillOwn, type Own } from './own.ts';

export const docNames = [
  'start',
  'http',
  'reference',
  'webhooks',
  'errors',
  'simulator',
  'campaigns',
  'mail',
  'calls',
  'smpp',
  'operation',
  'configuration',
  'commands',
  'log',
  'security',
  'cryptography',
  'clustering',
  'migrating',
  'glossary',
] as const;

export type DocName = (typeof docNames)[number];

const files = import.meta.glob<string>(
  ['../../../docs/*.md', '../../../docs/fr/*.md', '!../../../docs/{benchmarks,scaling}.md'],
  { query: '?raw', import: 'default' },
);

function fileOf(name: DocName, language: Language): string {
  return `../../../docs/${language === 'en' ? '' : `${language}/`}${name}.md`;
}

/** What a page can be read in; English always. */
export function languagesOf(name: DocName): readonly Language[] {
  return languages.filter((language) => fileOf(name, language) in files);
}

export type Doc = {
  readonly language: Language;
  readonly blocks: readonly Block[];
  /** The names of the same sections in the other languages, in the same order. */
  readonly otherSections: readonly (readonly string[])[];
};

/** In English where the page has not been said in the wanted language. */
export async function loadDoc(name: DocName, wanted: Language, own: Own): Promise<Doc> {
  const known = languagesOf(name);
  const language = known.includes(wanted) ? wanted : 'en';
  const read = async (one: Language) => parseMarkdown(await loadText(name, one, own));
  const others = known.filter((one) => one !== language);
  const [blocks, ...rest] = await Promise.all([language, ...others].map(read));
  return { language, blocks: blocks ?? [], otherSections: rest.map(sectionsOf) };
}

async function loadText(name: DocName, language: Language, own: Own): Promise<string> {
  const load = files[fileOf(name, language)];
  if (load === undefined) throw new Error(`${fileOf(name, language)} was not built in`);
  const text = fillOwn(await load(), own);
  return language === 'fr' ? spaceFrench(text) : text;
}

function sectionsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
}

/** Who was sent a link to a section in another language finds the same one. */
export function findSection({ blocks, otherSections }: Doc, anchor: string): string | undefined {
  const own = sectionsOf(blocks);
  if (own.includes(anchor)) return anchor;
  const places = otherSections.map((sections) => sections.indexOf(anchor));
  return own[places.find((place) => place !== -1) ?? -1];
}

const codes = /(^```.*?^```$|`[^`\n]*`)/gms;

/** Prose alone: in programs and code every sign stays as it is typed. */
function spaceFrench(text: string): string {
  return text
    .split(codes)
    .map((part, at) => (at % 2 === 0 ? spaceProse(part) : part))
    .join('');
}

function spaceProse(text: string): string {
  return spaceLine(text).replace(/(?<=\d) (?=\d{3}\b)/g, '\u202f');
}
