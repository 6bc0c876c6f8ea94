/** The commands of a shell program, as far as documentation needs them: quotes, variables, redirections, `&&`. */

export type ShellCommand = {
  /** What stands before it: `PARLEY_PORT=1 parley serve`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly words: readonly string[];
};

const token =
  /(?<blank>(?:[ \t]|\\\n)+)|(?<end>\n|&&|\|\||[;|&])|(?<redirect>\d?(?:>>?|<))|'(?<single>[^']*)'|"(?<double>(?:\\.|[^"\\])*)"|(?<plain>\$\([^)]*\)|\\?[^\s'"\\])/y;

export function commandsIn(program: string): readonly ShellCommand[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  let isFile = false;
  const endWord = (): void => {
    if (word !== undefined && !isFile) commands.at(-1)?.push(word);
    if (word !== undefined) isFile = false;
    word = undefined;
  };
  token.lastIndex = 0;
  for (let at = 0; at < program.length; at = token.lastIndex) {
    if (program[at] === '#' && word === undefined) token.lastIndex = endOfLine(program, at);
    const found = token.exec(program)?.groups;
    if (found === undefined) break;
    const { blank, end, redirect, single, double, plain } = found;
    if (blank !== undefined || end !== undefined || redirect !== undefined) endWord();
    else word = `${word ?? ''}${single ?? double ?? plain ?? ''}`;
    if (end !== undefined) commands.push([]);
    if (redirect !== undefined) isFile = true;
  }
  endWord();
  return commands
    .map(asCommand)
    .filter(({ words, settings }) => words.length > 0 || settings !== none);
}

const none: ShellCommand['settings'] = {};

function endOfLine(program: string, at: number): number {
  const end = program.indexOf('\n', at);
  return end === -1 ? program.length : end;
}

const assignment = /^(?<name>[A-Z][A-Z0-9_]*)=(?<value>.*)$/s;

function asCommand(words: readonly string[]): ShellCommand {
  const said = words[0] === 'export' ? words.slice(1) : words;
  const first = said.findIndex((word) => !assignment.test(word));
  const before = first === -1 ? said : said.slice(0, first);
  const pairs = before.map((word) => {
    const { name = '', value = '' } = assignment.exec(word)?.groups ?? {};
    return [name, value] as const;
  });
  const settings = pairs.length === 0 ? none : Object.fromEntries(pairs);
  return { settings, words: first === -1 ? [] : said.slice(first) };
}
