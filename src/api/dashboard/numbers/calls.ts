/** Answers what pages ask of calls: the list, and one of them with all that is known of its course. */
import { refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { formatTable } from '#core/csv-table.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone } from '#core/masked.ts';
import { formatExact } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { type PhoneNumber, phoneBeginning } from '#core/phone-number.ts';
import type {
  CallPage,
  CallRecord,
  CallRecordQuery,
  CallStore,
} from '#numbers/calls/call-record.ts';
import { isSeenBy, sideOf } from '#numbers/calls/call-side.ts';
import { messagesOfCall, spanOfCall } from '#numbers/trunks/messages-of-call.ts';
import type { TrunkStore } from '#numbers/trunks/trunk-store.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { csvStream } from '../csv-download.ts';
import type { Query, Reply } from '../definition.ts';
import { give, type Handler, handle } from '../handler.ts';
import { behind, readPage, readPlace } from '../paging.ts';
import { written } from '../written.ts';
import { exportCalls, findCall, listCalls, totalCalls } from './definitions.ts';
import { voicemailToJson } from './voicemails.ts';

export type CallPorts = CallerPorts & {
  readonly calls: Pick<CallStore, 'callRecords' | 'callTotal' | 'findCall'>;
  readonly voicemails: Pick<VoicemailStore, 'findVoicemail' | 'callsWithMessage'>;
  readonly textBacks: Pick<CallStore, 'findTextBack'>;
  readonly tracedMessages: Pick<TrunkStore, 'listTrunks' | 'messagesBetween'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export function callHandlers(ports: CallPorts): readonly Handler[] {
  return [list(ports), total(ports), table(ports), find(ports)];
}

function list(ports: CallPorts): Handler {
  return handle(listCalls, async (asking) => {
    const { accountId, role, query } = asking;
    const { currency } = await findAccount(ports, accountId);
    const filter = await readFilter(ports, asking);
    const { limit } = readPage(query);
    const page = await ports.calls.callRecords({ ...filter, ...readPlace(query), limit });
    const left = await ports.voicemails.callsWithMessage(page.calls.map(({ id }) => id));
    return give({
      currency,
      calls: page.calls.map((call) => ({
        ...toCallJson(sideOf(call, accountId, filter.number), role),
        hasMessage: left.has(call.id),
      })),
      next: page.nextId === undefined ? null : String(page.nextId),
    });
  });
}

function total(ports: CallPorts): Handler {
  return handle(totalCalls, async (asking) => {
    const { calls, of } = await ports.calls.callTotal(await readFilter(ports, asking));
    return give({ calls, of: of ?? null });
  });
}

type Asked = {
  readonly accountId: number;
  readonly role: Role;
  readonly query: Query<typeof totalCalls>;
};

/** No caller begins so. */
const nobody = '\n';

/** Digit by digit a caller could be found out by a role that may not read it: such a role finds none. */
async function readFilter(ports: CallerPorts, { accountId, role, query }: Asked) {
  const { outcome, from: fromMs, until: untilMs } = query;
  const number = query.number as PhoneNumber | undefined;
  const caller = written(query.caller);
  const { homeCountry } = await findAccount(ports, accountId);
  const begins =
    caller && (mayRead(role) ? (phoneBeginning(caller, homeCountry) ?? caller) : nobody);
  return { accountId, number, outcome, fromMs, untilMs, callerBegins: begins };
}

const rowsOfPage = 500;
/** With filters a page may have looked at thousands of calls and found none. */
const pagesMax = 4_000;

function table(ports: CallPorts): Handler {
  return handle(exportCalls, async (asking) => {
    const { accountId, query } = asking;
    const filter = await readFilter(ports, asking);
    const place = readPlace({ order: query.order });
    const pieces = readPieces({ ...filter, ...place, limit: rowsOfPage }, ports);
    return csvStream(`calls-${accountId}`, pieces);
  });
}

const heading = [
  'call',
  'started',
  'answered',
  'ended',
  'from',
  'to',
  'kind',
  'led to',
  'billed seconds',
  'cost',
  'cause',
];

async function* readPieces(query: CallRecordQuery, { calls }: CallPorts) {
  yield formatTable([heading]);
  let wish: CallRecordQuery | undefined = query;
  for (let page = 0; page < pagesMax && wish !== undefined; page += 1) {
    const found: CallPage = await calls.callRecords(wish);
    const sides = found.calls.map((call) => sideOf(call, query.accountId, query.number));
    yield formatTable(sides.map(rowOf));
    wish = found.nextId === undefined ? undefined : behind(wish, found.nextId);
  }
}

function rowOf(call: CallRecord): readonly string[] {
  return [
    String(call.id),
    timeOf(call.startedAtMs),
    timeOf(call.answeredAtMs),
    timeOf(call.endedAtMs),
    call.caller,
    call.number,
    call.kind,
    call.target,
    String(call.billedS),
    formatExact(call.cost),
    call.cause ?? '',
  ];
}

function timeOf(atMs: number | null): string {
  return atMs === null ? '' : new Date(atMs).toISOString();
}

function toCallJson(call: CallRecord, role: Role) {
  const { kind, target } = call;
  const isPhone = kind !== 'voicemail';
  const address = mayRead(role) ? target : maskAddress(target);
  return {
    id: call.id,
    number: `+${call.number}`,
    caller: showPhone(call.caller, role),
    kind,
    target: isPhone ? showPhone(target, role) : address,
    startedAt: call.startedAtMs,
    answeredAt: call.answeredAtMs,
    endedAt: call.endedAtMs,
    billedSeconds: call.billedS,
    cost: formatExact(call.cost),
    cause: call.cause,
    sipStatus: call.sipStatus,
    rule: call.rule,
  };
}

/** Of somebody else's there is nothing; a message bears the id of its call. */
function find(ports: CallPorts): Handler {
  return handle(findCall, async ({ accountId, role, who, params }) => {
    const found = await ports.calls.findCall(Number(params.call));
    if (found === undefined || !isSeenBy(found, accountId)) return refuse('nothing is there');
    const call = sideOf(found, accountId);
    const { currency } = await findAccount(ports, accountId);
    const voicemail = await ports.voicemails.findVoicemail(call.id);
    return give({
      currency,
      call: {
        ...toCallJson(call, role),
        hasMessage: voicemail !== undefined,
        ringingAt: call.ringingAtMs,
        trunkIn: call.trunkIn,
        trunkOut: call.trunkOut,
        price: priceOf(call, accountId),
      },
      voicemail: voicemail?.accountId === accountId ? voicemailToJson(voicemail, role) : null,
      textBack: await textBackOf(call.id, accountId, ports),
      trace: who.isAdministrator ? await traceOf(found, ports) : null,
    });
  });
}

async function textBackOf(callId: number, accountId: number, { textBacks }: CallPorts) {
  const found = await textBacks.findTextBack(callId);
  if (found?.accountId !== accountId) return null;
  const { state, why, messageId } = found;
  return { state, why, messageId };
}

function priceOf(call: CallRecord, accountId: number) {
  if (call.payerId !== accountId || call.kind === 'refused') return null;
  const { perMinute, firstS, nextS, reserved } = call;
  return {
    perMinute: formatExact(perMinute),
    firstSeconds: firstS,
    nextSeconds: nextS,
    reserved: formatExact(reserved),
  };
}

/** Of one call; two legs with all their answers have some forty. */
const messagesMax = 200;

async function traceOf(
  call: CallRecord,
  { tracedMessages, clock }: CallPorts,
): Promise<Reply<typeof findCall>['trace']> {
  const target = call.kind === 'forward' ? call.target : '';
  const traced = { ...call, target };
  const { fromMs, untilMs } = spanOfCall(traced, clock.nowMs());
  const messages = await tracedMessages.messagesBetween(fromMs, untilMs);
  const found = messagesOfCall(traced, messages);
  const trunks = found.length === 0 ? [] : await tracedMessages.listTrunks();
  const names = new Map(trunks.map(({ id, name }) => [id, name]));
  return {
    isCut: found.length > messagesMax,
    messages: found.slice(0, messagesMax).map(({ leg, message }) => {
      const { id, trunkId, atMs, direction, peer, text } = message;
      return { id, leg, trunk: names.get(trunkId) ?? `#${trunkId}`, atMs, direction, peer, text };
    }),
  };
}
