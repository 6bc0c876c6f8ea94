/** `request list`, `show`: what programs asked of the HTTP interface with the keys of an account, and what they heard. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { fromInput, idInput } from '#core/common-inputs.ts';
import { idAfter, orders, readPlace } from '#core/id-paging.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import { sentenceView } from '#core/sentence-view.ts';
import { messageOf } from './answered-message.ts';
import { maskText } from './mask-request.ts';
import type { ListedRequest, RequestFilter } from './request-record.ts';
import type { RequestStore } from './request-store.ts';

const limitMax = 200;
const statusClasses = ['2xx', '4xx', '5xx'] as const;
const textInput = z.string().min(1).max(100);

export const requestView = z.object({
  id: z.int(),
  /** To the millisecond. */
  at: z.iso.datetime(),
  requestId: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  /** Of the interface; null where another gateway's was answered. */
  code: z.int().nullable(),
  /** Why it was refused, in a word; null: it was not. */
  refusal: z.string().nullable(),
  durationMs: z.int(),
  /** Null: none came along, or it is gone. */
  key: z.object({ id: z.int(), prefix: z.string(), label: z.string() }).nullable(),
  network: z.string(),
  /** Of its body. */
  octets: z.int(),
  /** Requests of the same second that were counted and not kept. */
  skipped: z.int(),
});

export type RequestView = z.input<typeof requestView>;

type Help = {
  readonly says: z.input<typeof sentenceView> | null;
  readonly fix: z.input<typeof sentenceView>;
};

type ListPorts = {
  readonly accounts: Pick<
    AccountStore & RequestStore,
    'listKeys' | 'listApiRequests' | 'findApiRequest'
  >;
};

export type RequestPorts = ListPorts & {
  /** What a refusal says and asks for, by its word and the message that was answered; undefined: it is not known. */
  readonly helpOf: (refusal: string, message: string) => Help | undefined;
};

export const listRequests = operation({
  name: 'request list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    status: z.enum(statusClasses).optional(),
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD']).optional(),
    path: textInput.optional(),
    key: idInput.optional(),
    from: fromInput.optional(),
    until: fromInput.optional(),
    text: textInput.optional(),
    order: z.enum(orders).default('newest'),
    before: idInput.optional(),
    limit: z.int().min(1).max(limitMax).default(50),
  }),
  output: z.object({
    requests: z.array(requestView),
    /** What the next page begins behind; null: there is none. */
    before: z.int().nullable(),
  }),
  async run(ports: ListPorts, { before, order, limit, ...given }, caller) {
    const { accountId } = caller;
    const page = { ...readPlace({ after: before, order }), limit };
    const found = await ports.accounts.listApiRequests(accountId, filterOf(given), page);
    const view = await viewOf(ports, caller);
    return { requests: found.map(view), before: idAfter(found, limit) };
  },
});

export const showRequest = operation({
  name: 'request show',
  does: 'reads',
  needs: 'read facts',
  positional: ['request'],
  input: z.strictObject({ request: idInput }),
  output: z.object({
    request: requestView.extend({
      /** JSON of query and body together, masked. It may be cut. */
      parameters: z.string(),
      /** JSON, masked; empty where the answer was a file or a stream. It may be cut. */
      answer: z.string(),
      /** What a refusal says, also where the client was told in the other language. */
      says: sentenceView.nullable(),
      /** What to do about it. */
      fix: sentenceView.nullable(),
    }),
  }),
  refusals: ['request is not there'],
  async run(ports: RequestPorts, { request: id }, caller) {
    const found = await ports.accounts.findApiRequest(caller.accountId, id);
    if (found === undefined) {
      return refuse('request is not there', { field: 'request', params: { request: id } });
    }
    const { parameters, answer, refusal } = found;
    const view = await viewOf(ports, caller);
    const help = refusal === null ? undefined : ports.helpOf(refusal, messageOf(answer));
    const { says, fix } = help ?? { says: null, fix: null };
    return { request: { ...view(found), parameters, answer, says, fix } };
  },
});

type Given = {
  readonly status?: (typeof statusClasses)[number] | undefined;
  readonly key?: number | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly text?: string | undefined;
} & Pick<RequestFilter, 'method' | 'path'>;

/** A phone or an address is looked for as it is kept: masked. */
function filterOf({ status, key, from, until, text, ...given }: Given): RequestFilter {
  return {
    ...given,
    statusClass: status && Number(status[0]),
    keyId: key,
    fromMs: from,
    toMs: until,
    text: text && maskText(text),
  };
}

async function viewOf(
  { accounts }: ListPorts,
  { accountId }: InAccount,
): Promise<(found: ListedRequest) => RequestView> {
  const keys = new Map((await accounts.listKeys(accountId)).map((key) => [key.id, key]));
  return ({ atMs, keyId, ...found }) => {
    const key = keyId === null ? undefined : keys.get(keyId);
    return {
      ...found,
      at: new Date(atMs).toISOString(),
      key: key === undefined ? null : { id: key.id, prefix: key.prefix, label: key.label },
    };
  };
}
