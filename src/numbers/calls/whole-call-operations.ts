/** `call all`, `trace`, `countries`: calls for those who run the installation. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { accountInput, idInput } from '#core/common-inputs.ts';
import { idAfter } from '#core/id-paging.ts';
import { textOf } from '#core/input-form.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { operation, refuse } from '#core/operation.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { countryCode } from '#core/value-kind.ts';
import { numberInput } from '../stock/stock-view.ts';
import { type CallLeg, messagesOfCall, spanOfCall } from '../trunks/messages-of-call.ts';
import type { TrunkStore } from '../trunks/trunk-store.ts';
import { noCall } from './call-operations.ts';
import type { CallRecord, CallStore } from './call-record.ts';
import { viewWholeCall, wholeCallView } from './call-view.ts';
import { callForms } from './words.ts';

export const listAllCalls = operation({
  name: 'call all',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    account: accountInput.optional(),
    number: numberInput.optional(),
    after: idInput.optional(),
    limit: z.int().min(1).max(1_000).default(50),
  }),
  output: z.object({
    calls: z.array(wholeCallView),
    /** Behind which the next page begins; null: there is none. */
    after: z.int().nullable(),
  }),
  async run(
    { calls }: { readonly calls: Pick<CallStore, 'listCalls'> },
    { account: accountId, number, after = Number.MAX_SAFE_INTEGER, limit },
  ) {
    const called = number as PhoneNumber | undefined;
    const found = await calls.listCalls({ accountId, number: called, beforeId: after, limit });
    return {
      // Who looks beyond one account sees no whole phone.
      calls: found.map((call) => viewWholeCall(call, 'viewer')),
      after: idAfter(found, limit),
    };
  },
});

/** Of one call; two legs with all their answers have some forty. */
const messagesMax = 200;

type TracePorts = {
  readonly calls: Pick<CallStore, 'findCall'>;
  readonly trunks: Pick<TrunkStore, 'listTrunks' | 'messagesBetween'>;
};

export const traceCall = operation({
  name: 'call trace',
  does: 'reads',
  needs: 'administrator',
  positional: ['call'],
  input: z.strictObject({ call: idInput }),
  output: z.object({
    call: wholeCallView,
    /** Of traced trunks, without credentials; they name callers who hide. */
    messages: z.array(
      z.object({
        id: z.int(),
        leg: z.enum(['caller', 'target'] satisfies CallLeg[]),
        trunk: z.string(),
        at: z.iso.datetime(),
        direction: z.enum(['in', 'out']),
        peer: z.string(),
        text: z.string(),
      }),
    ),
    /** There were more than are told. */
    isCut: z.boolean(),
  }),
  refusals: ['call is not there'],
  async run(ports: TracePorts, { call: id }, { atMs: nowMs }) {
    const call = await ports.calls.findCall(id);
    if (call === undefined) return noCall(id);
    return { call: viewWholeCall(call, 'owner'), ...(await messagesOf(call, ports, nowMs)) };
  },
});

async function messagesOf(call: CallRecord, { trunks }: TracePorts, nowMs: number) {
  const traced = { ...call, target: call.kind === 'forward' ? call.target : '' };
  const { fromMs, untilMs } = spanOfCall(traced, nowMs);
  const found = messagesOfCall(traced, await trunks.messagesBetween(fromMs, untilMs));
  const listed = found.length === 0 ? [] : await trunks.listTrunks();
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  return {
    isCut: found.length > messagesMax,
    messages: found.slice(0, messagesMax).map(({ leg, message }) => {
      const { id, trunkId, atMs, direction, peer, text } = message;
      const trunk = names.get(trunkId) ?? `#${trunkId}`;
      return { id, leg, trunk, at: exactInstantText(atMs), direction, peer, text };
    }),
  };
}

const countries = textOf(
  {
    read(text) {
      if (text === 'none') return [];
      const codes = text.split(',').map((code) => countryCode.read(code.trim()));
      return codes.every((code) => code !== undefined) ? [...new Set(codes)] : undefined;
    },
  },
  callForms.countries,
);

export const callCountries = operation({
  name: 'call countries',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  positional: ['account'],
  input: z.strictObject({ account: accountInput, open: countries.optional() }),
  output: z.object({ account: z.int(), countries: z.array(z.string()) }),
  refusals: ['account is not there'],
  async run(
    {
      accounts,
      calls,
    }: {
      readonly accounts: Pick<AccountStore, 'findAccount'>;
      readonly calls: Pick<CallStore, 'listCallCountries' | 'setCallCountries'>;
    },
    { account: accountId, open },
    author,
  ) {
    const account = await accounts.findAccount(accountId);
    if (account === undefined) {
      return refuse('account is not there', { field: 'account', params: { account: accountId } });
    }
    if (open !== undefined) await calls.setCallCountries(accountId, open, author);
    const opened = await calls.listCallCountries(accountId);
    return { account: accountId, countries: [account.homeCountry, ...opened] };
  },
});
