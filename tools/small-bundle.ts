/** What keeps a bundle small in memory: its text, what of Node it has loaded, and how large tables are written. */
import http from 'node:http';
import type { Plugin } from 'vite';

const heldName = 'virtual:http';

export function smallBundle(): Plugin {
  return {
    name: 'small-bundle',
    enforce: 'pre',
    // An import of node:http reads all that it exports, and with its WebSocket comes undici: 11 MB for each thread.
    resolveId(source, importer, { kind }) {
      if (source !== 'node:http' && source !== 'http') return null;
      return kind === 'import-statement' && importer !== heldName ? heldName : null;
    },
    load: (id) => (id === heldName ? httpModule() : null),
    // Of a literal V8 keeps a second copy, to make the object of: 1 MB for the plans of all countries' numbers.
    transform: (code, id) => (/\/metadata\.\w+\.json\.js$/.test(id) ? asParsed(code) : null),
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = inAscii(file.code);
    },
  };
}

/** All but what is loaded when it is asked for. */
function httpModule(): string {
  const names = Object.entries(Object.getOwnPropertyDescriptors(http))
    .filter(([, property]) => 'value' in property)
    .map(([name]) => name);
  return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
}

/** Of a module whose default export is JSON. */
function asParsed(code: string) {
  const json = code.slice(code.indexOf('export default ') + 'export default '.length).trim();
  const text = JSON.stringify(JSON.parse(json.replace(/;$/, '')));
  return { code: `export default JSON.parse(${JSON.stringify(text)});`, map: { mappings: '' } };
}

/**
 * V8 keeps the text of each module, an octet for a letter where all are ASCII, else two. A backslash before a letter
 * means nothing, and would change the escape behind it.
 */
export function inAscii(code: string): string {
  return code.replaceAll(/(\\*)(\P{ASCII})/gu, (_, slashes: string, letter: string) => {
    const escapes = letter.split('').map((unit) => `\\u${hexOf(unit)}`);
    return slashes.slice(slashes.length % 2) + escapes.join('');
  });
}

function hexOf(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
