/** `voicemail list`, `all`, `show`, `mark`, `delete`: messages that callers have left. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { accountInput, idInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { idAfter, pagesOf, readPlace } from '#core/id-paging.ts';
import { type InAccount, operation, Refusal, refuse } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { callerFilter, pageInput, readCaller, tableOrder } from '../calls/call-input.ts';
import { numberInput } from '../stock/stock-view.ts';
import type { Voicemail, VoicemailFilter, VoicemailQuery, VoicemailStore } from './voicemail.ts';
import { viewVoicemail, voicemailView } from './voicemail-view.ts';

type VoicemailPorts = {
  readonly voicemails: Pick<
    VoicemailStore,
    'listVoicemails' | 'countVoicemails' | 'findVoicemail' | 'markHeard' | 'removeVoicemail'
  >;
};

/** Calls tell whether they have left one. */
const changes = ['voicemail list', 'voicemail show', 'call list', 'call show'];

const page = z.object({
  voicemails: z.array(voicemailView),
  /** Behind which the next page begins; null: there is none. */
  after: z.int().nullable(),
});

const filter = z.strictObject({ ...callerFilter, heard: z.boolean().optional() });

type FilterPorts = { readonly accounts: Pick<AccountStore, 'findAccount'> };

async function readFilter(
  ports: FilterPorts,
  { number, heard: isHeard, ...asked }: z.output<typeof filter>,
  caller: InAccount,
): Promise<VoicemailFilter> {
  const { accountId } = caller;
  return { accountId, number, isHeard, ...(await readCaller(ports, asked, caller)) };
}

export const listVoicemails = operation({
  name: 'voicemail list',
  does: 'reads',
  needs: 'read facts',
  input: filter.extend(pageInput),
  /** `all`: of the whole list, as far as it fits. */
  output: page.extend({ all: z.int() }),
  async run(ports: VoicemailPorts & FilterPorts, { order, after, limit, ...asked }, caller) {
    const wanted = await readFilter(ports, asked, caller);
    const place = readPlace({ order, after });
    return {
      ...(await readPage(ports, { ...wanted, ...place, limit }, caller.role)),
      all: await ports.voicemails.countVoicemails(wanted),
    };
  },
});

export const exportVoicemails = operation({
  name: 'voicemail export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: filter.extend(tableOrder),
  output: tableAnswer,
  async run(ports: VoicemailPorts & FilterPorts, { order, ...asked }, caller) {
    const wanted = { ...(await readFilter(ports, asked, caller)), ...readPlace({ order }) };
    const name = `voicemails-${caller.accountId}`;
    return new TableAnswer(name, tableOf({ ...wanted, limit: rowsOfPage }, ports));
  },
});

const rowsOfPage = 500;
const columns = [
  'id',
  'startedAt',
  'caller',
  'callerName',
  'number',
  'durationMs',
  'end',
  'mailTo',
  'mailState',
  'heardAt',
] as const;

async function* tableOf(query: VoicemailQuery, ports: VoicemailPorts) {
  yield formatTable([columns]);
  const read = async (wish: VoicemailQuery) => {
    const { voicemails, after } = await readPage(ports, wish, 'owner');
    return { voicemails, nextId: after ?? undefined };
  };
  for await (const { voicemails } of pagesOf(query, read)) {
    yield formatTable(voicemails.map((each) => columns.map((name) => String(each[name] ?? ''))));
  }
}

export const listAllVoicemails = operation({
  name: 'voicemail all',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    account: accountInput.optional(),
    number: numberInput.optional(),
    ...pageInput,
  }),
  output: page,
  run: (ports: VoicemailPorts, { account: accountId, number, order, after, limit }) =>
    readPage(ports, { accountId, number, ...readPlace({ order, after }), limit }, 'viewer'),
});

/** Who looks beyond one account sees no whole phone: a person who must see an account as its people do begins a view. */
async function readPage({ voicemails }: VoicemailPorts, query: VoicemailQuery, role: Role) {
  const found = await voicemails.listVoicemails(query);
  return {
    voicemails: found.map((each) => viewVoicemail(each, role)),
    after: idAfter(found, query.limit),
  };
}

type FindPorts = { readonly voicemails: Pick<VoicemailStore, 'findVoicemail'> };

export const namedVoicemail = {
  positional: ['message'],
  input: z.strictObject({ message: idInput }),
  refusals: ['voicemail is not there'],
  async accountOf(ports: FindPorts, { message }: { readonly message: number }) {
    const found = await ports.voicemails.findVoicemail(message);
    return found?.accountId ?? noVoicemail(message);
  },
} as const;

export const showVoicemail = operation({
  ...namedVoicemail,
  name: 'voicemail show',
  does: 'reads',
  needs: 'read facts',
  output: z.object({ voicemail: voicemailView }),
  async run(ports: VoicemailPorts, { message }, { accountId, role }) {
    const found = await findVoicemail(ports, message, accountId);
    return found instanceof Refusal ? found : { voicemail: viewVoicemail(found, role) };
  },
});

export const markVoicemail = operation({
  ...namedVoicemail,
  name: 'voicemail mark',
  does: 'writes',
  needs: 'read contents',
  changes,
  input: namedVoicemail.input.extend({ unheard: z.boolean().default(false) }),
  output: z.object({ marked: z.int(), heard: z.boolean() }),
  async run(ports: VoicemailPorts, { message, unheard }, caller) {
    const found = await findVoicemail(ports, message, caller.accountId);
    if (found instanceof Refusal) return found;
    await ports.voicemails.markHeard(message, !unheard, caller);
    return { marked: message, heard: !unheard };
  },
});

export const deleteVoicemail = operation({
  ...namedVoicemail,
  name: 'voicemail delete',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  output: z.object({ deleted: z.int() }),
  async run(ports: VoicemailPorts, { message }, caller) {
    const found = await findVoicemail(ports, message, caller.accountId);
    if (found instanceof Refusal) return found;
    await ports.voicemails.removeVoicemail(message, caller);
    return { deleted: message };
  },
});

/** One of somebody else is as unknown as none. */
export async function findVoicemail(
  { voicemails }: FindPorts,
  message: number,
  accountId: number,
): Promise<Voicemail | Refusal<'voicemail is not there'>> {
  const found = await voicemails.findVoicemail(message);
  return found?.accountId === accountId ? found : noVoicemail(message);
}

export function noVoicemail(message: number): Refusal<'voicemail is not there'> {
  return refuse('voicemail is not there', { field: 'message', params: { message } });
}
