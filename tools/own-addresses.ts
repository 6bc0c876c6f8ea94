/** In a bundle each module still says where it stood: what it reads beside itself is found, and each thread's module. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.join(import.meta.dirname, '..');

const addressForm =
  /new URL\('(?<thread>\.[\w./-]+\.ts)', import\.meta\.url\)|(?<own>import\.meta\.url)/g;

export type Addresses = {
  /** The expression of where a module stands, by its path from the root. */
  readonly module: (name: string) => string;
  /** The expression of a module that runs in a thread; it may use `import.meta.url`. Left out: as in the sources. */
  readonly thread?: (name: string) => string;
};

export function ownAddresses({ module, thread }: Addresses): Plugin {
  return {
    name: 'own-addresses',
    enforce: 'pre',
    transform(code, id) {
      const name = path.relative(root, id);
      if (!name.startsWith('src/') || !code.includes('import.meta.url')) return null;
      const addressed = code.replaceAll(addressForm, (form: string, place?: string) =>
        place !== undefined && thread !== undefined
          ? thread(path.join(path.dirname(name), place))
          : form.replace('import.meta.url', module(name)),
      );
      // Lines stay where they are.
      return { code: addressed, map: null };
    },
  };
}

/** Modules that run in threads of their own: those that others name by address. */
export async function threadModules(sources: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const name of sources.filter((source) => source.endsWith('.ts'))) {
    const text = await readFile(path.join(root, name), 'utf8');
    for (const { groups } of text.matchAll(addressForm)) {
      const place = groups?.['thread'];
      if (place !== undefined) found.add(path.join(path.dirname(name), place));
    }
  }
  return [...found];
}
