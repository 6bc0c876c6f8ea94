/** `parley simulator inspector` and `simulator webhooks …`: a receiver of webhooks that does as it is told. */

import { writtenDuration } from '#core/moment.ts';
import { oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import type { InspectedRequest } from '#simulator/inspected-request.ts';
import {
  describeAnswer,
  type InspectorAnswer,
  inspectorFaults,
  inspectorSetting,
  parseInspectorAnswer,
  wellAnswered,
} from '#simulator/inspector-answer.ts';
import { authorNow } from './author.ts';
import { command, done, failed, type Outcome } from './command.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

const location: ValueKind<string> = {
  form: 'an address of visible ASCII characters',
  read: (text) => (/^[\x21-\x7e]{1,2000}$/.test(text) ? text : undefined),
};

const inspector = command({
  name: 'simulator inspector',
  sentence: 'Says what the inspector answers to webhooks, or has it answer something else.',
  takes: {},
  options: {
    answer: maybe(wholeNumber(200, 599), 'STATUS', 'The status, such as 503. Default: 200.'),
    retryAfter: maybe(wholeNumber(0, 86_400), 'SECONDS', 'The header Retry-After.'),
    redirect: maybe(location, 'URL', 'The header Location, with status 307 unless it is named.'),
    delay: maybe(writtenDuration, 'TIME', 'How long it waits before it answers, such as 2s.'),
    fault: maybe(oneOf(...inspectorFaults), 'FAULT', `One of ${inspectorFaults.join(', ')}.`),
    times: maybe(wholeNumber(1, 1_000_000), 'COUNT', 'So many times; then it answers 200 again.'),
    well: toggle('It answers 200 again.'),
  },
  async run({ answer: status, retryAfter, redirect, delay, fault, times, well }, { open, clock }) {
    await using installation = await open();
    const { settings, audit } = installation.storage;
    const given = [status, retryAfter, redirect, delay, fault, times];
    if (!well && given.every((value) => value === undefined)) {
      return shown(parseInspectorAnswer(await settings.findSetting(inspectorSetting)));
    }
    const ordered: InspectorAnswer = {
      ...wellAnswered,
      orderedAtMs: clock.nowMs(),
      ...(!well && {
        status: status ?? (redirect === undefined ? 200 : 307),
        fault: fault ?? 'none',
        delayMs: delay ?? 0,
        retryAfterS: retryAfter ?? null,
        location: redirect ?? null,
        times: times ?? null,
      }),
    };
    await settings.saveSetting(inspectorSetting, JSON.stringify(ordered));
    await audit.note(authorNow(clock), noteOf('inspector.answer', ordered));
    return shown(ordered);
  },
});

function noteOf(action: string, details: object) {
  return { action, target: 'inspector', accountId: null, details };
}

function shown(answer: InspectorAnswer): Outcome {
  const { orderedAtMs: _, ...json } = answer;
  const often = answer.times === null ? '' : `, ${answer.times} times`;
  return done(`The inspector answers: ${describeAnswer(answer)}${often}.\n`, { answer: json });
}

const webhooksList = command({
  name: 'simulator webhooks',
  sentence: 'Lists the last webhooks that the inspector has received, the newest first.',
  takes: { list: maybe(oneOf('list'), 'list', 'May be left out.') },
  options: {
    before: maybe(id, 'ID', 'Begins behind this one.'),
    limit: otherwise(20, wholeNumber(1, 200), 'COUNT', 'How many.'),
    clear: toggle('Forgets them.'),
  },
  async run({ before = Number.MAX_SAFE_INTEGER, limit, clear }, { open, clock }) {
    await using installation = await open();
    const store = installation.storage.simulator;
    if (clear) {
      const cleared = await store.clearRequests();
      await installation.storage.audit.note(
        authorNow(clock),
        noteOf('inspector.clear', { cleared }),
      );
      return done(`${cleared} forgotten.\n`, { cleared });
    }
    const requests = await store.listRequests(before, limit);
    const rows = requests.map((request) => [
      String(request.id),
      formatTime(request.atMs),
      fieldOf(request, 'webhook-event'),
      fieldOf(request, 'webhook-id'),
      fieldOf(request, 'webhook-attempt'),
      String(request.body.length),
      request.answer,
    ]);
    const heads = ['id', 'received at', 'event', 'webhook-id', 'attempt', 'octets', 'answered'];
    return done(table(heads, rows), { webhooks: requests.map((request) => asJson(request)) });
  },
});

const webhookShow = command({
  name: 'simulator webhooks show',
  sentence: 'Shows a webhook that the inspector has received, as it came.',
  takes: { webhook: needed(id, 'ID', 'The webhook, as the list shows it.') },
  options: {},
  async run({ webhook }, { open }) {
    await using installation = await open();
    const request = await installation.storage.simulator.findRequest(webhook);
    if (request === undefined) return failed(`There is no webhook ${webhook}`);
    const body = Buffer.from(request.body)
      .toString()
      .replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
    const text = `${request.head}\n\n${body}\n\nAnswered: ${request.answer}\n`;
    return done(text, { webhook: asJson(request) });
  },
});

function fieldOf({ head }: InspectedRequest, name: string): string {
  const line = head.split('\n').find((each) => each.toLowerCase().startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? '';
}

function asJson({ id: requestId, atMs, head, body, answer }: InspectedRequest): object {
  const text = Buffer.from(body).toString();
  return { id: requestId, at: new Date(atMs).toISOString(), head, body: text, answer };
}

export const inspectorCommands = [inspector, webhooksList, webhookShow];
