/** The same send in four languages, with what the reader has typed. What stands here runs as it is. */
import type { Snippet } from '../../components/code-tabs.tsx';

export type Send = {
  readonly address: string;
  readonly key: string;
  readonly to: string;
  readonly message: string;
};

export function snippetsOf(send: Send): readonly Snippet[] {
  return [
    { name: 'curl', code: curl(send) },
    { name: 'PHP', code: php(send) },
    { name: 'Node', code: node(send) },
    { name: 'Python', code: python(send) },
  ];
}

function curl({ address, key, to, message }: Send): string {
  const body = JSON.stringify({ apiKey: key, phoneNumbers: to, message });
  return [
    `curl ${address}/v1/send \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

function php({ address, key, to, message }: Send): string {
  return [
    '<?php',
    '$body = json_encode([',
    `    'apiKey' => ${inSingle(key)},`,
    `    'phoneNumbers' => ${inSingle(to)},`,
    `    'message' => ${inSingle(message)},`,
    ']);',
    `echo file_get_contents('${address}/v1/send', false, stream_context_create([`,
    "    'http' => [",
    "        'method' => 'POST',",
    "        'header' => 'Content-Type: application/json',",
    "        'content' => $body,",
    '    ],',
    ']));',
  ].join('\n');
}

function node({ address, key, to, message }: Send): string {
  return [
    `const reply = await fetch('${address}/v1/send', {`,
    "  method: 'POST',",
    "  headers: { 'Content-Type': 'application/json' },",
    '  body: JSON.stringify({',
    `    apiKey: ${JSON.stringify(key)},`,
    `    phoneNumbers: ${JSON.stringify(to)},`,
    `    message: ${JSON.stringify(message)},`,
    '  }),',
    '});',
    'console.log(await reply.json());',
  ].join('\n');
}

function python({ address, key, to, message }: Send): string {
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${address}/v1/send",`,
    '    data=json.dumps({',
    `        "apiKey": ${inPython(key)},`,
    `        "phoneNumbers": ${inPython(to)},`,
    `        "message": ${inPython(message)},`,
    '    }).encode(),',
    '    headers={"Content-Type": "application/json"},',
    ')',
    'print(urllib.request.urlopen(request).read().decode())',
  ].join('\n');
}

/** A PHP string without variables in it: only the quote and the backslash have a meaning. */
function inSingle(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}

/** JSON writes characters beyond the BMP in halves only when told to; Python reads the rest alike. */
function inPython(text: string): string {
  return JSON.stringify(text);
}
