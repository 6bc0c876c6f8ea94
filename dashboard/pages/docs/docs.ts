/** The pages of docs/, each loaded when somebody reads it. */

export const docNames = [
  'http',
  'webhooks',
  'errors',
  'simulator',
  'mail',
  'calls',
  'smpp',
  'operation',
  'configuration',
  'commands',
  'security',
  'cryptography',
  'clustering',
  'migrating',
] as const;

export type DocName = (typeof docNames)[number];

const files = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default' });

export function loadDoc(name: DocName): Promise<string> {
  const load = files[`../../../docs/${name}.md`];
  if (load === undefined) throw new Error(`docs/${name}.md was not built in`);
  return load();
}

/** What a page says of every installation, said of this one. */
export type Own = { readonly address: string; readonly testKey: string | null };

export function fillOwn(text: string, { address, testKey }: Own): string {
  const here = text.replaceAll('http://localhost:8080', address);
  return testKey === null ? here : here.replaceAll('test_…', testKey);
}
