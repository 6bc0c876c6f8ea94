/** One request in four languages. What stands here runs as it is. */
import type { Snippet } from './code-tabs.tsx';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

export type CodedRequest = {
  readonly method: 'GET' | 'POST';
  /** With its query, if it has one. */
  readonly url: string;
  /** Of a POST. */
  readonly body?: Readonly<Record<string, Json>>;
};

export function snippetsOf(request: CodedRequest): readonly Snippet[] {
  return [
    { name: 'curl', code: curl(request) },
    { name: 'PHP', code: php(request) },
    { name: 'Node', code: node(request) },
    { name: 'Python', code: python(request) },
  ];
}

/** A path of the interface with its query; what is undefined is left out. */
export function urlOf(
  origin: string,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  return `${origin}${path}?${new URLSearchParams(pairs).toString()}`;
}

function curl({ url, body }: CodedRequest): string {
  if (body === undefined) return `curl ${inShell(url)}`;
  return [
    `curl ${inShell(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${inShell(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

/** Only the quote has a meaning between quotes (POSIX shell, 2.2.2). */
function inShell(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function php({ url, body }: CodedRequest): string {
  if (body === undefined) return `<?php\necho file_get_contents(${inSingle(url)});`;
  return [
    '<?php',
    `$body = json_encode(${nested(body, phpForm, '')});`,
    `echo file_get_contents(${inSingle(url)}, false, stream_context_create([`,
    "    'http' => [",
    "        'method' => 'POST',",
    "        'header' => 'Content-Type: application/json',",
    "        'content' => $body,",
    '    ],',
    ']));',
  ].join('\n');
}

function node({ url, body }: CodedRequest): string {
  const end = 'console.log(await reply.json());';
  if (body === undefined) return `const reply = await fetch(${JSON.stringify(url)});\n${end}`;
  return [
    `const reply = await fetch(${JSON.stringify(url)}, {`,
    "  method: 'POST',",
    "  headers: { 'Content-Type': 'application/json' },",
    `  body: JSON.stringify(${nested(body, nodeForm, '  ')}),`,
    '});',
    end,
  ].join('\n');
}

function python({ url, body }: CodedRequest): string {
  const open = 'import json, urllib.request\n';
  if (body === undefined) {
    return `${open}\nprint(json.load(urllib.request.urlopen(${JSON.stringify(url)})))`;
  }
  return [
    open,
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    data=json.dumps(${nested(body, pythonForm, '    ')}).encode(),`,
    '    headers={"Content-Type": "application/json"},',
    ')',
    'print(urllib.request.urlopen(request).read().decode())',
  ].join('\n');
}

/** How a language writes values within one another. */
type Form = {
  readonly indent: string;
  readonly map: readonly [string, string];
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  readonly word: (value: boolean | null) => string;
};

const phpForm: Form = {
  indent: '    ',
  map: ['[', ']'],
  name: (name) => `${inSingle(name)} => `,
  text: inSingle,
  word: String,
};
const nodeForm: Form = {
  indent: '  ',
  map: ['{', '}'],
  name: (name) => (/^[a-z]\w*$/i.test(name) ? `${name}: ` : `${JSON.stringify(name)}: `),
  text: (text) => JSON.stringify(text),
  word: String,
};
const pythonForm: Form = {
  indent: '    ',
  map: ['{', '}'],
  name: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
};

function nested(value: Json, form: Form, margin: string): string {
  if (typeof value === 'string') return form.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value === 'boolean') return form.word(value);
  const inner = margin + form.indent;
  const [open, close] = isList(value) ? ['[', ']'] : form.map;
  const lines = isList(value)
    ? value.map((each) => nested(each, form, inner))
    : Object.entries(value).map(([name, each]) => form.name(name) + nested(each, form, inner));
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${margin}${close}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** A PHP string without variables in it: only the quote and the backslash have a meaning. */
function inSingle(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
