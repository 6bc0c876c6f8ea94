/** ARCHITECTURE.md as a test: who may import whom, and the few house rules that no linter knows. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';

const root = path.join(import.meta.dirname, '..');
const page = await readFile(path.join(root, 'ARCHITECTURE.md'), 'utf8');

/** What a room sees besides itself: of `imports` all (`everything` is all of src), of `types` the types. */
type Room = { readonly imports: readonly string[]; readonly types: readonly string[] };

/** The table of the page, behind its head. */
const table = page.slice(page.indexOf('| Room ')).split('\n\n', 1)[0] ?? '';
const rooms = Object.fromEntries(
  [...table.matchAll(/^\| ([a-z][a-z/., -]*?) +\| ([^|]+)\| ([^|]+)\|$/gm)].flatMap(
    ([, shared = '', imports = '', types = '']) =>
      named(shared).map((room): [string, Room] => [
        room,
        { imports: named(imports), types: named(types) },
      ]),
  ),
);

function named(cell: string): readonly string[] {
  return cell.trim() === '-' ? [] : cell.trim().split(', ');
}

/** Words that belong to some files of `src` alone. */
const houseRules = [
  {
    word: /\bmakeApiKey\(/,
    in: ['accounts/api-key.ts', 'accounts/key-minting.ts'],
    why: 'accounts/key-minting.ts makes keys, so that none is made without its bounds',
  },
  { word: /\bprocess\.env\b/, in: ['config.ts'], why: 'config.ts alone reads the environment' },
  {
    word: /\bprocess\.exit\(/,
    // Where something failed that nothing guards, or that nothing can be stored any more.
    in: ['main.ts'],
    why: 'release everything and the process ends by itself',
  },
  {
    word: /\bDate\.now\(|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\(/,
    in: ['core/clock.ts'],
    why: 'take the time from a Clock, so that a test can hold it',
  },
  {
    word: /(?<![.\w])set(?:Timeout|Interval)\(|node:timers/,
    in: ['core/clock.ts'],
    why: 'wait on a Clock, so that a test need not',
  },
  {
    word: /\bMath\.random\b/,
    in: ['app.ts', 'app/', 'move.ts'],
    why: 'take chance as an argument',
  },
  {
    word: /\b(?:msgId|concat-ref|concat-total|concat-part|message-timestamp)\b/,
    in: ['api/', 'webhooks/'],
    why: 'the spelling of the interface stays in api/ and webhooks/',
  },
];

const testCode = /\.test\.tsx?$/;

type Import = {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** By `import()`. */
  readonly isAsked: boolean;
};

const importForms = [
  /^(?:import|export)\b(?:[^'"`;=()]*?\bfrom)?\s*['"](?<specifier>[^'"]+)['"]/gm,
  /\bimport\(\s*['"`](?<specifier>[^'"`]+)['"`]/g,
  /\bnew URL\(\s*['"](?<specifier>\.[^'"]+\.tsx?)['"],\s*import\.meta\.url/g,
];

function importsIn(source: string): Import[] {
  return importForms.flatMap((form) =>
    [...source.matchAll(form)].map(({ 0: text, groups }) => ({
      specifier: groups?.['specifier'] ?? '',
      typeOnly: /^(?:import|export)\s+type\b/.test(text),
      isAsked: text.startsWith('import('),
    })),
  );
}

/** Where an import leads, as a path without `src/`; `undefined` for node: and packages. */
function targetOf(file: string, specifier: string): string | undefined {
  if (/^#(?:test|fixtures)\//.test(specifier)) return specifier.slice(1);
  if (specifier.startsWith('#')) return path.posix.normalize(specifier.slice(1));
  if (!specifier.startsWith('.')) return undefined;
  return withoutSrc(path.posix.join(path.posix.dirname(file), specifier));
}

function withoutSrc(file: string): string {
  return file.replace(/^src\//, '');
}

function isIn(place: string, file: string): boolean {
  return file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`);
}

function roomOf(file: string): string | undefined {
  const holding = Object.keys(rooms).filter((room) => isIn(room, file));
  return holding.toSorted((a, b) => b.length - a.length)[0];
}

function mayImport(file: string, target: string, typeOnly: boolean): boolean {
  const room = roomOf(withoutSrc(file));
  if (room === undefined) return false;
  if (testCode.test(file) && /^(?:test|fixtures)\//.test(target)) return true;
  const { imports, types } = rooms[room] ?? { imports: [], types: [] };
  const targetRoom = roomOf(target);
  if (targetRoom === undefined) return false;
  const seen = [room, ...imports, ...(typeOnly ? types : [])];
  return seen.some((place) => isSeen(place, target, targetRoom));
}

/** A place that is no room is a folder of one, of which no more is seen. */
function isSeen(place: string, target: string, targetRoom: string): boolean {
  return (
    place === 'everything' || place === targetRoom || (!(place in rooms) && isIn(place, target))
  );
}

const paths = await Array.fromAsync(glob('{src,dashboard}/**/*.{ts,tsx}', { cwd: root }));
const files = await Promise.all(
  paths.toSorted().map(async (file) => {
    const source = await readFile(path.join(root, file), 'utf8');
    return { file: file.replaceAll(path.sep, '/'), source };
  }),
);

suite('imports point the way ARCHITECTURE.md says', () => {
  for (const { file, source } of files) {
    test(file, () => {
      const home = roomOf(withoutSrc(file));
      assert.ok(
        home,
        `${file} is in no room: give its folder a line in the table of ARCHITECTURE.md`,
      );
      for (const { specifier, typeOnly } of importsIn(source)) {
        const target = targetOf(file, specifier);
        if (target === undefined) continue;
        assert.ok(
          mayImport(file, target, typeOnly),
          `${file} ${typeOnly ? 'imports the type of' : 'imports'} ${target}: the table of ARCHITECTURE.md forbids it to ${home}`,
        );
      }
    });
  }
});

/** What a module imports as it is loaded, file by file; what it loads when it is asked for is left out. */
function loadedWith(module: string): ReadonlySet<string> {
  const sources = new Map(files.map(({ file, source }) => [withoutSrc(file), source]));
  const loaded = new Set([module]);
  for (const file of loaded) {
    for (const { specifier, typeOnly, isAsked } of importsIn(sources.get(file) ?? '')) {
      const target = typeOnly || isAsked ? undefined : targetOf(`src/${file}`, specifier);
      if (target !== undefined) loaded.add(target);
    }
  }
  return loaded;
}

/** Their words alone. */
const errorsOfOperations = 'api/errors/operations.ts';

test('a server that nobody asks for a page has not loaded what operations take and give', () => {
  const loaded = [...loadedWith('main.ts'), ...loadedWith('app.ts')];
  assert.ok(loaded.includes('api/dashboard/dashboard-handler.ts'), 'imports are followed');
  assert.deepEqual(
    loaded.filter((file) => /(?:^|\/)operations\.ts$/.test(file) && file !== errorsOfOperations),
    [],
  );
});

test('no file of src or the dashboard imports itself by way of others, not even for a type', () => {
  const imports = new Map(
    files.map(({ file, source }) => {
      const targets = importsIn(source).map(({ specifier }) => targetOf(file, specifier));
      return [withoutSrc(file), targets.filter((target) => target !== undefined)] as const;
    }),
  );
  const seen = new Set<string>();
  const findCircle = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (seen.has(file)) return [];
    const circle = (imports.get(file) ?? [])
      .map((target) => findCircle(target, [...way, file]))
      .find((found) => found.length > 0);
    seen.add(file);
    return circle ?? [];
  };
  const circles = files.map(({ file }) => findCircle(withoutSrc(file), []).join(' → '));
  assert.deepEqual(
    circles.filter((circle) => circle !== ''),
    [],
    'move what both ends need into a file that imports neither',
  );
});

suite('files keep the house rules', () => {
  for (const { file, source } of files) {
    const place = withoutSrc(file);
    const isTest = testCode.test(file);
    if (isTest || file.startsWith('dashboard/')) continue;
    test(file, () => {
      for (const rule of houseRules) {
        if (rule.in.some((allowed) => isIn(allowed, place))) continue;
        const found = rule.word.exec(source)?.[0];
        assert.equal(found, undefined, `${file} says "${found}": ${rule.why}`);
      }
    });
  }
});

test('the page shows every room, and no other', async () => {
  const there = await Array.fromAsync(glob('src/{*,*/*}/', { cwd: root }));
  const folders = there.map((folder) => withoutSrc(folder.replaceAll(path.sep, '/')));
  const tree = page.slice(page.indexOf('```\nsrc/'), page.indexOf('\ndashboard/  '));
  let room = '';
  // One line may show several folders: `    stops/  routes/  the operations on each`.
  const lines = tree.matchAll(/^(?<indent> {2}| {4})(?<names>(?:[a-z-]+\/ +)+)/gm);
  const shown = [...lines].flatMap(({ groups }) => {
    const names = (groups?.['names'] ?? '').split(/\/ +/).slice(0, -1);
    if (groups?.['indent'] === '  ') room = names[0] ?? '';
    return names.map((name) => (room === name ? name : `${room}/${name}`));
  });
  assert.deepEqual(shown.toSorted(), folders.toSorted());
  assert.ok(Object.keys(rooms).length > 20, 'the table is read');
  const unknown = Object.keys(rooms).filter((each) => each !== 'dashboard');
  const missing = unknown.filter((each) => !existsSync(path.join(root, 'src', each)));
  assert.deepEqual(missing, [], 'the table names what is there');
});

test('every backend has the same upgrades of the schema, numbered from 2 without a gap', async () => {
  const backends = await Array.fromAsync(glob('src/storage/*/schema.sql', { cwd: root }));
  assert.equal(backends.length, 2);
  const [first = [], second = []] = await Promise.all(
    backends.map(async (schema) => {
      const cwd = path.join(root, path.dirname(schema), 'upgrades');
      return (await Array.fromAsync(glob('*', { cwd }))).toSorted();
    }),
  );
  assert.deepEqual(second, first);
  const numbers = first.map((file) => Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]));
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 2),
  );
});

test('every backend has the same tables, columns and indexes, in the same order', async () => {
  const [first = [], second = []] = await Promise.all(
    ['sqlite', 'postgres'].map(async (backend) => {
      const schema = await readFile(path.join(root, 'src/storage', backend, 'schema.sql'), 'utf8');
      const found = schema.matchAll(
        /^CREATE (?:TABLE|(?:UNIQUE )?INDEX) \w+| {2}[a-z_]+ (?=[A-Za-z])/gm,
      );
      return [...found].map(([name]) => name);
    }),
  );
  assert.ok(first.length > 800, 'the schema is read');
  const [, ...rest] = second.slice(second.indexOf('CREATE TABLE settings_version') - 1);
  assert.deepEqual(rest, first);
});

test('npm ci can use the lock file: every optional package has an entry', async () => {
  const text = await readFile(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as {
    readonly packages: Record<string, { readonly optionalDependencies?: Record<string, string> }>;
  };
  const missing = Object.entries(packages).flatMap(([where, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) =>
      [`node_modules/${name}`, `${where}/node_modules/${name}`].every((place) => !packages[place]),
    ),
  );
  assert.deepEqual(missing, [], 'run: npm run lock');
});

test('this test sees every form of import, and no text that only looks like one', () => {
  assert.ok(paths.length > 0, 'no source file found');
  const source = [
    "import '#a.ts';",
    "import b from '../b.ts';",
    "import type { C } from '#c.ts';",
    "import {\n  d,\n  type D,\n} from './d.ts';",
    "export * from './e.ts';",
    "export type { F } from '#f.ts';",
    "const g = await import('#g.ts');",
    "new Worker(new URL('./h.ts', import.meta.url));",
    "export const colour = '#fff';",
    " * import x from '#comment.ts';",
  ].join('\n');
  const found = importsIn(source).map(({ specifier, typeOnly }) => [specifier, typeOnly]);
  assert.deepEqual(found, [
    ['#a.ts', false],
    ['../b.ts', false],
    ['#c.ts', true],
    ['./d.ts', false],
    ['./e.ts', false],
    ['#f.ts', true],
    ['#g.ts', false],
    ['./h.ts', false],
  ]);
});
