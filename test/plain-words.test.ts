/** The column “not” of docs/glossary.md, in both languages: no sentence that people read says one of its words. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { errors } from '#api/errors.ts';
import { describeOptions } from '#config.ts';
import { logSections } from '#core/log-events.ts';
import { type FindingWords, findingParts } from '#doctor/finding-words.ts';
import { findingWords } from '#doctor/words.ts';
import { operations, operationWords } from '#operations.ts';
import { type News, writeUserMail } from '#people/user-mail.ts';

const root = path.join(import.meta.dirname, '..');

type Language = 'en' | 'fr';

/** A term, and the words that stand for it nowhere. */
type Entry = { readonly term: string; readonly not: readonly string[] };

/** The rows of the section “Words in sentences”: the term, and in the second cell what is not said, with commas between. */
async function entriesOf(page: string): Promise<readonly Entry[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  const rows = text.matchAll(/^\| (?<term>[^|]+?) +\| not (?<not>[^|]+?) +\|$/gm);
  return [...rows].map(({ groups }) => ({
    term: groups?.['term'] ?? '',
    not: (groups?.['not'] ?? '').split(', '),
  }));
}

const glossary: Readonly<Record<Language, readonly Entry[]>> = {
  en: await entriesOf('docs/glossary.md'),
  fr: await entriesOf('docs/fr/glossary.md'),
};

const link = { address: 'https://parley.example/join#token', endsAtMs: 1 };

const mailNews: readonly News[] = [
  { what: 'invited', link },
  { what: 'reset', link },
  { what: 'password forgotten', link },
  { what: 'address to confirm', link },
  { what: 'address asked', to: 'ada@example.com' },
  { what: 'address changed', to: 'ada@example.com' },
  { what: 'password changed' },
  { what: 'factor added' },
  { what: 'factor removed' },
  { what: 'key used elsewhere', key: 'live_1', account: 'Acme', networks: ['192.0.2.0/24'] },
];

const words = await sentences();

for (const language of ['en', 'fr'] as const) {
  suite(`what people read in ${language === 'en' ? 'English' : 'French'}`, () => {
    test('is found', () => {
      assert.ok(words[language].length > 1_000, `${words[language].length} sentences were found`);
      assert.ok(glossary[language].length > 10, `${glossary[language].length} terms were read`);
    });

    for (const { term, not } of glossary[language]) {
      test(`says ${term}, not ${not.join(', ')}`, () => {
        const form = new RegExp(`(?<![\\p{L}\`-])(?:${not.join('|')})(?![\\p{L}-])`, 'iu');
        assert.deepEqual(
          words[language].filter((sentence) => form.test(withoutCode(sentence))),
          [],
        );
      });
    }
  });
}

/** Names of commands and fields are not words, nor what is filled in. */
function withoutCode(sentence: string): string {
  return sentence.replace(
    /`[^`]*`|\*\*[^*]*\*\*|\{[^}]*\}|«[^»]*»|"[^"]*"|parley [a-z-]+ [a-z-]+|--[a-z-]+/g,
    '…',
  );
}

type Bilingual = { readonly en: string; readonly fr: string };

/** Of pages, errors, operations, the log, the settings, the doctor, mails about sign-ins and the documentation. */
async function sentences(): Promise<Readonly<Record<Language, readonly string[]>>> {
  const en = describeOptions().map(({ sentence }) => sentence);
  const fr: string[] = [];
  const take = (found: readonly Bilingual[]): void => {
    for (const one of found) {
      en.push(one.en);
      fr.push(one.fr);
    }
  };
  take(Object.values(errors).flatMap((reply) => [reply, reply.fix]));
  take(operations.map(({ name }) => operationWords.sentenceOf(name)));
  take(Object.values(operationWords.refusals).flatMap((reply) => [reply, reply.fix]));
  for (const { events } of logSections) take(Object.values<Bilingual>(events));
  for (const { of, says, fix = says } of Object.values<FindingWords>(findingWords)) {
    take([of, says, fix]);
  }
  take(Object.values<Bilingual>(findingParts));
  take(mailNews.map((news) => ({ en: mailIn(news, 'en'), fr: mailIn(news, 'fr') })));
  for (const catalogue of await catalogues()) {
    en.push(...strings(catalogue.en));
    fr.push(...strings(catalogue.fr));
  }
  en.push(...(await prose('{README.md,SECURITY.md,docs/*.md}')));
  fr.push(...(await prose('docs/fr/*.md')));
  return { en, fr };
}

function mailIn(news: News, language: Language): string {
  const { subject, text } = writeUserMail(news, language);
  return `${subject}\n${text}`;
}

/** Lines of the documentation outside programs; the glossary names the words, and benchmarks quotes what was printed. */
async function prose(pattern: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: root }));
  const pages = files.filter((file) => !/(?:glossary|benchmarks)\.md$/.test(file));
  const texts = await Promise.all(pages.map((page) => readFile(path.join(root, page), 'utf8')));
  return texts.flatMap((text) => text.replace(/^```.*?^```$/gms, '').split('\n'));
}

type Catalogue = { readonly en: object; readonly fr: object };

/** The texts of the dashboard: whatever a file of that folder exports with both languages. */
async function catalogues(): Promise<readonly Catalogue[]> {
  const files = await Array.fromAsync(glob('dashboard/texts/*.ts', { cwd: root }));
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(
    sources.map((file) => import(path.join(root, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isCatalogue);
}

function isCatalogue(value: unknown): value is Catalogue {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'en') &&
    Object.hasOwn(value, 'fr')
  );
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}
