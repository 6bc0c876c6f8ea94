/** `call list`, `total`, `export`, `show`: the calls to the numbers of an account, as its people see them. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { idInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { pagesOf, readPlace } from '#core/id-paging.ts';
import { operation, type Refusal, refuse } from '#core/operation.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import type { VoicemailStore } from '../voicemail/voicemail.ts';
import { viewVoicemail, voicemailView } from '../voicemail/voicemail-view.ts';
import { callFilter, pageInput, readCallFilter, tableOrder } from './call-input.ts';
import type { CallRecord, CallRecordQuery, CallStore } from './call-record.ts';
import { accountsOf, isSeenBy, sideOf } from './call-side.ts';
import { callView, priceView, viewCall, viewPrice } from './call-view.ts';

type CallPorts = {
  readonly calls: Pick<CallStore, 'callRecords' | 'callTotal' | 'findCall' | 'findTextBack'>;
  readonly voicemails: Pick<VoicemailStore, 'findVoicemail' | 'callsWithMessage'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
};

/** `hasMessage`: whether its caller has left a message that is here. */
const listedCall = callView.extend({ hasMessage: z.boolean() });

export const listCalls = operation({
  name: 'call list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({ ...callFilter, ...pageInput }),
  output: z.object({
    currency: z.string(),
    calls: z.array(listedCall),
    /** Behind which the next page begins; null: there is none. */
    after: z.int().nullable(),
  }),
  async run(ports: CallPorts, { order, after, limit, ...asked }, caller) {
    const { accountId, role } = caller;
    const filter = await readCallFilter(ports, asked, caller);
    const place = readPlace({ order, after });
    const page = await ports.calls.callRecords({ ...filter, ...place, limit });
    const left = await ports.voicemails.callsWithMessage(page.calls.map(({ id }) => id));
    return {
      currency: await currencyOf(accountId, ports),
      calls: page.calls.map((call) => ({
        ...viewCall(sideOf(call, accountId, filter.number), role),
        hasMessage: left.has(call.id),
      })),
      after: page.nextId ?? null,
    };
  },
});

export const totalCalls = operation({
  name: 'call total',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject(callFilter),
  output: z.object({
    calls: z.int(),
    /** It is of the newest so many alone, as there are more; null: of all. */
    of: z.int().nullable(),
  }),
  async run(ports: Pick<CallPorts, 'calls' | 'accounts'>, asked, caller) {
    const { calls, of } = await ports.calls.callTotal(await readCallFilter(ports, asked, caller));
    return { calls, of: of ?? null };
  },
});

export const exportCalls = operation({
  name: 'call export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: z.strictObject({ ...callFilter, ...tableOrder }),
  output: tableAnswer,
  async run(ports: Pick<CallPorts, 'calls' | 'accounts'>, { order, ...asked }, caller) {
    const filter = await readCallFilter(ports, asked, caller);
    const pieces = tableOf({ ...filter, ...readPlace({ order }), limit: rowsOfPage }, ports);
    return new TableAnswer(`calls-${caller.accountId}`, pieces);
  },
});

const rowsOfPage = 500;
const heading = 'call,started,answered,ended,from,to,kind,led to,billed seconds,cost,cause';

async function* tableOf(query: CallRecordQuery, { calls }: Pick<CallPorts, 'calls'>) {
  yield formatTable([heading.split(',')]);
  for await (const page of pagesOf(query, (wish) => calls.callRecords(wish))) {
    const sides = page.calls.map((call) => sideOf(call, query.accountId, query.number));
    yield formatTable(sides.map(rowOf));
  }
}

function rowOf(call: CallRecord): readonly string[] {
  const { startedAt, answeredAt, endedAt, billedSeconds, cost } = viewCall(call, 'owner');
  return [
    String(call.id),
    startedAt,
    answeredAt ?? '',
    endedAt ?? '',
    call.caller,
    call.number,
    call.kind,
    call.target,
    String(billedSeconds),
    cost,
    call.cause ?? '',
  ];
}

export const showCall = operation({
  name: 'call show',
  does: 'reads',
  needs: 'read facts',
  positional: ['call'],
  async accountOf({ calls }: CallPorts, { call: id }) {
    const found = await calls.findCall(id);
    const [accountId] = found === undefined ? [] : accountsOf(found);
    return accountId ?? noCall(id);
  },
  input: z.strictObject({ call: idInput }),
  output: z.object({
    currency: z.string(),
    /** `price`: null where another account pays, or nobody. */
    call: listedCall.extend({ price: priceView.nullable() }),
    voicemail: voicemailView.nullable(),
    /** What the caller was texted because nobody took the call; null: nothing. */
    textBack: z
      .object({
        state: z.enum(['owed', 'sent', 'refused']),
        /** Why it was refused. */
        why: z.string(),
        messageId: z.int().nullable(),
      })
      .nullable(),
  }),
  refusals: ['call is not there'],
  async run(ports: CallPorts, { call: id }, { accountId, role }) {
    const found = await ports.calls.findCall(id);
    if (found === undefined || !isSeenBy(found, accountId)) return noCall(id);
    const call = sideOf(found, accountId);
    // A message bears the id of its call.
    const voicemail = await ports.voicemails.findVoicemail(id);
    return {
      currency: await currencyOf(accountId, ports),
      call: {
        ...viewCall(call, role),
        hasMessage: voicemail !== undefined,
        price: isPaidBy(call, accountId) ? viewPrice(call) : null,
      },
      voicemail: voicemail?.accountId === accountId ? viewVoicemail(voicemail, role) : null,
      textBack: await textBackOf(id, accountId, ports),
    };
  },
});

export function noCall(call: number): Refusal<'call is not there'> {
  return refuse('call is not there', { field: 'call', params: { call } });
}

async function currencyOf(accountId: number, { accounts }: Pick<CallPorts, 'accounts'>) {
  return must(await accounts.findAccount(accountId), 'account of a caller').currency;
}

function isPaidBy({ payerId, kind }: CallRecord, accountId: number): boolean {
  return payerId === accountId && kind !== 'refused';
}

async function textBackOf(callId: number, accountId: number, { calls }: CallPorts) {
  const found = await calls.findTextBack(callId);
  if (found?.accountId !== accountId) return null;
  const { state, why, messageId } = found;
  return { state, why, messageId };
}
