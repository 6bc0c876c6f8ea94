/** The inspector of webhooks, as its pages show it. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { refuse } from '#api/reply.ts';
import { readHeaderLines } from '#webhooks/management/check-signature.ts';
import * as definitions from './definitions.ts';
import type { InspectedRequest, InspectorPorts } from './ports.ts';
import { judgePasted, judgeReceived } from './verdicts.ts';

const nothingThere = refuse('nothing is there');

export function inspectorHandlers(ports: InspectorPorts): readonly Handler[] {
  return [
    ...ordering(ports),
    ...received(ports),
    handle(definitions.checkRequest, async ({ accountId, body }) =>
      give(await judgePasted(accountId, body, ports)),
    ),
  ];
}

function ordering({ inspector, audit, clock }: InspectorPorts): readonly Handler[] {
  return [
    handle(definitions.findInspector, async () =>
      give({ isRunning: inspector.isRunning, answer: await inspector.findAnswer() }),
    ),
    handle(definitions.orderAnswer, async (call) => {
      if (!inspector.isRunning) return nothingThere;
      const { body: answer } = call;
      const author = authorOf(call, clock);
      await inspector.orderAnswer(answer, author.atMs);
      await audit.note(author, noteOf('inspector.answer', answer));
      return give({ answer });
    }),
  ];
}

function received(ports: InspectorPorts): readonly Handler[] {
  const { inspectedRequests: store, audit, clock } = ports;
  return [
    handle(definitions.listInspected, async ({ query }) => {
      const { after = Number.MAX_SAFE_INTEGER, limit = pageMax } = query;
      const listed = await store.listRequests(after, limit);
      return give({
        requests: listed.map((request) => entryOf(request)),
        after: listed.length < limit ? null : (listed.at(-1)?.id ?? null),
      });
    }),
    handle(definitions.findInspected, async ({ params }) => {
      const request = await store.findRequest(params.id);
      if (request === undefined) return nothingThere;
      return give({
        request: {
          ...entryOf(request),
          head: request.head,
          body: Buffer.from(request.body).toString(),
          signature: (await judgeReceived(request, ports)) ?? null,
        },
      });
    }),
    handle(definitions.clearInspected, async (call) => {
      const cleared = await store.clearRequests();
      await audit.note(authorOf(call, clock), noteOf('inspector.clear', { cleared }));
      return give({ cleared });
    }),
  ];
}

function entryOf({
  id,
  atMs,
  head,
  body,
  answer,
}: InspectedRequest): Reply<typeof definitions.listInspected>['requests'][number] {
  const headers = readHeaderLines(head);
  return {
    id,
    atMs,
    event: headers.get('webhook-event') ?? '',
    webhookId: headers.get('webhook-id') ?? '',
    attempt: headers.get('webhook-attempt') ?? '',
    octets: body.length,
    answer,
  };
}

function noteOf(action: string, details: object) {
  return { action, target: 'inspector', accountId: null, details };
}
