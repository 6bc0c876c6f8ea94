/**
 * The part of Markdown that our pages use, as values: headings, paragraphs, lists, tables, programs, and in
 * their lines code, links and what is strong. What is not known stays as it is written, so that nothing is lost.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly Inline[] };

export type Program = { readonly language: string; readonly text: string };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly id: string;
      readonly of: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  | { readonly kind: 'table'; readonly head: Row; readonly rows: readonly Row[] }
  /** Several: the same program in several languages. */
  | { readonly kind: 'programs'; readonly programs: readonly Program[] };

type Row = readonly (readonly Inline[])[];

export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const taken = takeBlock(lines.slice(at));
    at += taken.lines;
    if (taken.block !== undefined) addBlock(blocks, taken.block);
  }
  return blocks;
}

type Taken = { readonly lines: number; readonly block?: Block };

function takeBlock(lines: readonly string[]): Taken {
  const [first = ''] = lines;
  if (first.trim() === '') return { lines: 1 };
  const heading = /^(?<signs>#+) (?<words>.+)$/.exec(first)?.groups;
  if (heading !== undefined) return { lines: 1, block: headingOf(heading) };
  if (first.startsWith('```')) return takeProgram(lines);
  if (first.startsWith('|')) return takeTable(lines);
  return bullet.test(first) ? takeList(lines) : takeParagraph(lines);
}

const bullet = /^(?:- |\d+\. )/;

function headingOf({ signs = '', words = '' }: Readonly<Record<string, string>>): Block {
  return { kind: 'heading', level: signs.length, id: anchorOf(words), of: parseInline(words) };
}

/** As GitHub makes them, so that the same links work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll('\u202f', ' ')
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
}

function takeProgram(lines: readonly string[]): Taken {
  const end = lines.indexOf('```', 1);
  const last = end === -1 ? lines.length : end;
  const language = /^```(\w*)/.exec(lines[0] ?? '')?.[1] ?? '';
  const program = { language, text: lines.slice(1, last).join('\n') };
  return { lines: last + 1, block: { kind: 'programs', programs: [program] } };
}

function takeTable(lines: readonly string[]): Taken {
  const rows = takeWhile(lines, (line) => line.startsWith('|'));
  const [head = [], , ...rest] = rows.map(cellsOf);
  return { lines: rows.length, block: { kind: 'table', head, rows: rest } };
}

/** A bar inside a cell is written `\|`. */
function cellsOf(row: string): Row {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim().replaceAll('\\|', '|')));
}

function takeList(lines: readonly string[]): Taken {
  const taken = takeWhile(lines, (line) => bullet.test(line) || line.startsWith('  '));
  const items: string[] = [];
  for (const line of taken) {
    if (bullet.test(line)) items.push(line.replace(bullet, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const isOrdered = /^\d/.test(taken[0] ?? '');
  return { lines: taken.length, block: { kind: 'list', isOrdered, items: items.map(parseInline) } };
}

function takeParagraph(lines: readonly string[]): Taken {
  const taken = takeWhile(
    lines,
    (line, index) =>
      index === 0 || (line.trim() !== '' && !/^(?:#|```|\|)/.test(line) && !bullet.test(line)),
  );
  return { lines: taken.length, block: { kind: 'paragraph', of: parseInline(taken.join(' ')) } };
}

function takeWhile(
  lines: readonly string[],
  belongs: (line: string, index: number) => boolean,
): readonly string[] {
  const end = lines.findIndex((line, index) => !belongs(line, index));
  return end === -1 ? lines : lines.slice(0, end);
}

/** Programs that follow each other in other languages do the same. */
function addBlock(blocks: Block[], block: Block): void {
  const last = blocks.at(-1);
  if (block.kind !== 'programs' || last?.kind !== 'programs') {
    blocks.push(block);
    return;
  }
  const [added] = block.programs;
  if (added === undefined || !mayJoin(last.programs, added)) {
    blocks.push(block);
    return;
  }
  blocks.splice(-1, 1, { kind: 'programs', programs: [...last.programs, added] });
}

/** What is answered is no program, and has no language to choose. */
function mayJoin(programs: readonly Program[], { language }: Program): boolean {
  const known = ['sh', 'php', 'js', 'python', 'go'];
  return [...programs.map((one) => one.language), language].every(
    (one, at, all) => known.includes(one) && all.indexOf(one) === at,
  );
}

const inline =
  /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<words>(?:[^[\]]|`[^`]*`)+)\]\((?<to>[^()\s]+)\)/g;

export function parseInline(line: string): readonly Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of line.matchAll(inline)) {
    addText(found, line.slice(from, match.index));
    from = match.index + match[0].length;
    const { code, strong, words, to } = match.groups ?? {};
    if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else found.push({ kind: 'link', to: to ?? '', of: parseInline(words ?? '') });
  }
  addText(found, line.slice(from));
  return found;
}

function addText(found: Inline[], text: string): void {
  if (text !== '') found.push({ kind: 'text', text });
}

/** As it is read aloud. */
export function wordsOf(parts: readonly Inline[]): string {
  return parts.map((part) => (part.kind === 'link' ? wordsOf(part.of) : part.text)).join('');
}
