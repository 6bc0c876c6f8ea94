/** What the documentation tells people to type is understood: commands, settings, scripts, metrics, paths. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { chooseCommand } from '#cli/commands.ts';
import { flagOf } from '#cli/option.ts';
import { describeOptions } from '#config.ts';
import { complaintsAbout, parleyWords } from '#test/harness/parley-words.ts';
import { commandsIn, type ShellCommand } from '#test/harness/shell-commands.ts';
import { makeMeters, processMeters } from '../src/app/metrics/meters.ts';

const root = path.join(import.meta.dirname, '..');

/** They print what the program says of itself: a form to fill in, not a command to type. */
const printed = ['docs/commands.md', 'docs/configuration.md'];

const pages = await Array.fromAsync(glob('{*.md,docs/**/*.md,clients/*/README.md}', { cwd: root }));

type Page = {
  readonly text: string;
  readonly programs: readonly string[];
  /** Code in lines of prose and in tables. */
  readonly spans: readonly string[];
};

async function read(page: string): Promise<Page> {
  const text = await readFile(path.join(root, page), 'utf8');
  const fence = /^```(?<language>\w*)[^\n]*\n(?<text>.*?)^```$/gms;
  const fences = [...text.matchAll(fence)].map(({ groups = {} }) => groups);
  const programs = fences.filter((one) => one['language'] === 'sh').map((one) => one['text'] ?? '');
  const spans = [...text.replace(fence, '').matchAll(/`(?<code>[^`]+)`/g)].map(({ groups }) =>
    (groups?.['code'] ?? '').replaceAll('\\|', '|').replaceAll('\n', ' '),
  );
  return { text, programs, spans };
}

for (const page of pages) {
  suite(page, async () => {
    const { text, programs, spans } = await read(page);

    test('has programs that a shell reads', async () => {
      for (const program of programs) await promisify(execFile)('bash', ['-n', '-c', program]);
    });

    test('has commands that the program takes as they stand there', async () => {
      const complaints = programs.flatMap(commandsIn).map(complaintsAboutCommand);
      assert.deepEqual((await Promise.all(complaints)).flat(), []);
    });

    test('mentions no command, option or setting that there is not', async () => {
      const named = printed.includes(page) ? [] : spans;
      const complaints = (await Promise.all(named.map(complaintsAboutSpan))).flat();
      assert.deepEqual(complaints, []);
    });

    test('names settings that there are', () => {
      const named = text.match(/\bPARLEY_[A-Z][A-Z_]*[A-Z]\b/g) ?? [];
      assert.deepEqual(
        named.filter((name) => !settings.has(name)),
        [],
      );
    });

    test('names metrics that there are', () => {
      const named = text.match(/(?<=`)parley_[a-z_]+(?=[`{])/g) ?? [];
      assert.deepEqual(
        named.filter((name) => !metrics.has(name)),
        [],
      );
    });

    test('names scripts of npm that there are', async () => {
      const scripts = await scriptsOfNpm();
      const named = [...text.matchAll(/\bnpm run (?<name>[\w:-]+)/g)].map(({ groups }) => groups);
      assert.deepEqual(
        named.filter((one) => !scripts.has(one?.['name'] ?? '')),
        [],
      );
      const benches = [...text.matchAll(/\bnpm run bench -- (?<name>[\w-]+)/g)];
      const known = await readFile(path.join(root, 'bench', 'bench.ts'), 'utf8');
      for (const { groups } of benches) assert.ok(known.includes(`['${groups?.['name']}', run`));
    });

    test('asks for paths that the interface has', () => {
      const asked = [
        ...programs.join('\n').matchAll(/:\/\/[\w.:-]+(?<path>\/(?:mail\/)?v1\/[\w/-]+)/g),
      ];
      const paths = asked.map(({ groups }) => groups?.['path'] ?? '');
      assert.deepEqual(
        paths.filter((one) => commandNotes[one] === undefined),
        [],
      );
    });
  });
}

const settings = new Set([
  ...describeOptions().flatMap(({ variable }) => [variable, ...fileOf(variable)]),
  // Of the tests themselves.
  'PARLEY_TEST_POSTGRES',
]);

/** What carries a password may stand in a file. */
function fileOf(variable: string): readonly string[] {
  const secret = ['PARLEY_DATABASE', 'PARLEY_MAIL_RELAY', 'PARLEY_WEBHOOK_PROXY'];
  return secret.includes(variable) ? [`${variable}_FILE`] : [];
}

const metrics = new Set(
  [makeMeters().registry, processMeters()]
    .flatMap((registry) => registry.getMetricsAsArray())
    .map(({ name }) => name),
);

async function scriptsOfNpm(): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  return new Set(Object.keys((JSON.parse(text) as { readonly scripts: object }).scripts));
}

/** What stands for a value: a word in capitals, and what is left out. */
const samples: Readonly<Record<string, string>> = {
  ID: '1',
  TASK: '1',
  'test_…': 'test_key',
  '+33…': '+33612345678',
};

/** What a mention may leave out: the command needs it, and the sentence around it is about something else. */
const leftOut = / is missing| needs |Nothing is to be|Give either --phone|Give the database/;

async function complaintsAboutCommand(command: ShellCommand): Promise<readonly string[]> {
  const words = wordsIn(command);
  if (words === undefined) return [];
  return complaintsAbout(words, command.settings);
}

async function complaintsAboutSpan(span: string): Promise<readonly string[]> {
  const [command] = commandsIn(span);
  if (command === undefined || Object.values(command.settings).join().includes('…')) return [];
  const words = command.words.length === 0 ? ['serve'] : (wordsIn(command) ?? shortened(command));
  if (words === undefined) return [];
  const complaints = await complaintsAbout(words, command.settings);
  const hasPlaces = words.some((word) => /^[A-Z]+$/.test(word));
  const mayBe = hasPlaces ? new RegExp(`${leftOut.source}| must be `) : leftOut;
  return complaints.filter((one) => !mayBe.test(one));
}

function wordsIn(command: ShellCommand): readonly string[] | undefined {
  const words = parleyWords(command);
  return words?.filter((word) => word !== '…').map((word) => samples[word] ?? word);
}

/** `lane cancel --yes`, where the sentence has named the program before. */
function shortened({ words }: ShellCommand): readonly string[] | undefined {
  const choice = chooseCommand(words);
  const isCommand = choice.found === 'command' && choice.command.name.includes(' ');
  return isCommand ? words : undefined;
}

test('what the dashboard says of commands is so', async () => {
  const folder = path.join(root, 'dashboard', 'texts');
  for await (const file of glob('*.ts', { cwd: folder })) {
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const [, mention = ''] of text.matchAll(/\bparley ((?:-{0,2}[a-z-]+ ?)+)/g)) {
      const words = mention.trim().split(' ');
      const choice = chooseCommand(words);
      assert.notEqual(choice.found, 'nothing', mention);
      if (choice.found !== 'command') continue;
      const given = words.filter((word) => word.startsWith('--'));
      const known = Object.keys(choice.command.options).map(flagOf);
      assert.deepEqual(
        given.filter((flag) => !known.includes(flag)),
        [],
        mention,
      );
    }
  }
});

suite('what would be wrong is found', () => {
  const wrong = [
    'npx parley account creat --name Acme --email ops@acme.example',
    'npx parley account create --name Acme',
    'npx parley account create --name Acme --email ops@acme.example --balanc 1',
    'npx parley route set --prefix 33 --operator carrier --price cheap',
    'PARLEY_PROT=8080 npm start',
    'PARLEY_PORT=http npm start',
    'cd /tmp && sudo parley doctor "now" > report.txt',
  ];
  for (const line of wrong) {
    test(line, async () => {
      const complaints = commandsIn(line).map(complaintsAboutCommand);
      assert.equal((await Promise.all(complaints)).flat().length, 1);
    });
  }
});
