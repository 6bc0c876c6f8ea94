/** What a person has written to be sent: as the API takes it, and as code. */
import type { Snippet } from '../../components/code-tabs.tsx';

export type Draft = {
  readonly to: string;
  readonly sender: string;
  readonly message: string;
  readonly tag: string;
  readonly saysStop: boolean;
  readonly marketing: boolean;
  readonly isLater: boolean;
  /** As a field of type `date` has it: `2030-01-31`. */
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
};

export const emptyDraft: Draft = {
  to: '',
  sender: '',
  message: '',
  tag: '',
  saysStop: false,
  marketing: false,
  isLater: false,
  day: '',
  hour: '9',
  minute: '0',
};

/** Without a phone or a text there is nothing to preview. */
export function isReady({ to, message, isLater, day }: Draft): boolean {
  return to.trim() !== '' && message.trim() !== '' && (!isLater || day !== '');
}

/** The members of `POST /v1/send`; what was left empty is left out. */
export function requestOf(draft: Draft) {
  const { to, sender, message, tag, saysStop, marketing, isLater } = draft;
  const phones = to.split(/[\n,;]+/).map((phone) => phone.trim());
  return {
    phoneNumbers: phones.filter((phone) => phone !== '').join(','),
    message,
    ...(sender.trim() !== '' && { sender: sender.trim() }),
    ...(tag.trim() !== '' && { tag: tag.trim() }),
    ...(saysStop && { isStopSms: true }),
    ...(marketing && { marketing: true }),
    ...(isLater && scheduleOf(draft)),
  };
}

function scheduleOf({ day, hour, minute }: Draft) {
  const [year = '', month = '', date = ''] = day.split('-');
  return { scheduledDeliveryDate: `${date}/${month}/${year}`, time: hour, minute };
}

/** The same request in the languages that people integrate with; the mode is that of the key. */
export function snippetsOf(draft: Draft, origin: string, key: string): readonly Snippet[] {
  const body = { ...requestOf(draft), apiKey: key };
  const json = JSON.stringify(body, null, 2);
  const url = `${origin}/v1/send`;
  return [
    {
      name: 'curl',
      code: `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(json)}`,
    },
    { name: 'PHP', code: phpOf(url, body) },
    {
      name: 'Node',
      code: `const response = await fetch(${JSON.stringify(url)}, {\n  method: 'POST',\n  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify(${json}),\n});\nconsole.log(await response.json());`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(url)},\n    data=json.dumps(${pythonOf(body)}).encode(),\n    headers={"Content-Type": "application/json"},\n)\nprint(urllib.request.urlopen(request).read().decode())`,
    },
  ];
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type Body = Readonly<Record<string, string | boolean>>;

function phpString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function phpOf(url: string, body: Body): string {
  const lines = Object.entries(body).map(
    ([name, value]) =>
      `        ${phpString(name)} => ${typeof value === 'string' ? phpString(value) : String(value)},`,
  );
  return `<?php\n$response = file_get_contents(${phpString(url)}, false, stream_context_create([\n    'http' => [\n        'method' => 'POST',\n        'header' => 'Content-Type: application/json',\n        'content' => json_encode([\n${lines.map((line) => `    ${line}`).join('\n')}\n        ]),\n    ],\n]));\necho $response;`;
}

function pythonOf(body: Body): string {
  const lines = Object.entries(body).map(([name, value]) => {
    const written = typeof value === 'string' ? JSON.stringify(value) : value ? 'True' : 'False';
    return `        ${JSON.stringify(name)}: ${written},`;
  });
  return `{\n${lines.join('\n')}\n    }`;
}
