/** `endpoint replay`, `replays`, `replay-cancel`: events that fit are posted once more, also what was never received. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { idInput } from '#core/common-inputs.ts';
import { listOf, textOf } from '#core/input-form.ts';
import { atMsOf, momentForm, readMoment } from '#core/moment.ts';
import { type InAccount, operation, Refusal, refuse } from '#core/operation.ts';
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import {
  accountOfEndpoint,
  endpointId,
  findOwn,
  kindInput,
} from '#webhooks/endpoints/endpoint-input.ts';
import { endpointForms } from '#webhooks/endpoints/words.ts';
import { replayView, showReplay } from './delivery-view.ts';
import { type DeliveryPorts, deliveryReads } from './event-operations.ts';

type ReplayPorts = DeliveryPorts & { readonly accounts: Pick<AccountStore, 'findAccount'> };

const listedMax = 100;
const reads = ['endpoint replays'];
const moment = textOf({ read: readMoment }, momentForm);

const replayInput = z.strictObject({
  endpoint: endpointId,
  /** This one alone. */
  event: idInput.optional(),
  since: moment.optional(),
  until: moment.optional(),
  outcome: z.enum(['undelivered', 'delivered', 'any']).default('undelivered'),
  kinds: listOf(kindInput, 60, { form: endpointForms.kinds, emptyWord: 'all' }).optional(),
  phone: z.string().max(40).optional(),
});

export const replayEndpoint = operation({
  name: 'endpoint replay',
  does: 'writes',
  needs: 'manage keys',
  changes: [...reads, ...deliveryReads],
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: replayInput,
  /** Of one event what was made, of more the replay that has begun. */
  output: z.object({ made: z.int(), replay: replayView.nullable() }),
  refusals: [
    'endpoint is not there',
    'event is not there',
    'say one event or since when',
    'no phone is written so',
    'replay is under way',
  ],
  async run(ports: ReplayPorts, input, caller) {
    const { endpoint: id, event, since } = input;
    if ((event === undefined) === (since === undefined)) {
      return refuse('say one event or since when', { field: 'since' });
    }
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    if (event !== undefined) return replayOne(ports, { endpoint: id, event }, caller);
    const replay = await begin(ports, input, caller);
    return replay instanceof Refusal ? replay : { made: 0, replay };
  },
});

export const listReplays = operation({
  name: 'endpoint replays',
  does: 'reads',
  needs: 'read facts',
  output: z.object({ replays: z.array(replayView) }),
  async run({ endpointManagement: { store } }: DeliveryPorts, _, { accountId, role }) {
    const listed = await store.listReplays(accountId, listedMax);
    return { replays: listed.map((replay) => showReplay(replay, role)) };
  },
});

export const cancelReplay = operation({
  name: 'endpoint replay-cancel',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  changes: reads,
  positional: ['replay'],
  input: z.strictObject({ replay: idInput }),
  output: z.object({ cancelled: z.int() }),
  refusals: ['replay is not under way'],
  async run({ endpointManagement: { store } }: DeliveryPorts, { replay: id }, caller) {
    const { accountId } = caller;
    return (await store.cancelReplay({ id, accountId }, caller))
      ? { cancelled: id }
      : refuse('replay is not under way', { params: { replay: id, account: accountId } });
  },
});

async function replayOne(
  ports: ReplayPorts,
  { endpoint, event: id }: { readonly endpoint: number; readonly event: number },
  caller: InAccount,
) {
  const { store, replayer } = ports.endpointManagement;
  const event = await store.findEvent(caller.accountId, id);
  if (event === undefined) {
    return refuse('event is not there', { field: 'event', params: { event: id } });
  }
  const { length: made } = await replayer.replayOne(event, [endpoint]);
  await note(ports, { endpoint, details: { event: id, made } }, caller);
  return { made, replay: null };
}

async function begin(ports: ReplayPorts, input: z.output<typeof replayInput>, caller: InAccount) {
  const { endpoint: target, since, until, outcome, kinds = [] } = input;
  const { accountId, atMs: nowMs } = caller;
  const phone = await readPhone(ports, input.phone, accountId);
  if (phone instanceof Refusal) return phone;
  const replay = await ports.endpointManagement.store.createReplay({
    accountId,
    endpointId: target,
    fromMs: since === undefined ? 0 : atMsOf(since, nowMs),
    toMs: until === undefined ? nowMs : Math.min(atMsOf(until, nowMs), nowMs),
    kinds,
    outcome,
    phone,
    createdAtMs: nowMs,
  });
  if (replay === undefined) {
    return refuse('replay is under way', { params: { endpoint: target } });
  }
  const { id, fromMs, toMs } = replay;
  const details = { replay: id, fromMs, toMs, outcome, kinds };
  await note(ports, { endpoint: target, details }, caller);
  return showReplay(replay, caller.role);
}

function note(
  { audit }: ReplayPorts,
  { endpoint, details }: { readonly endpoint: number; readonly details: object },
  caller: InAccount,
): Promise<void> {
  const { accountId } = caller;
  const target = String(endpoint);
  return audit.note(caller, { action: 'endpoint.replay', target, accountId, details });
}

/** The digits of a phone; '' where none was asked for. */
async function readPhone(
  { accounts }: ReplayPorts,
  written: string | undefined,
  accountId: number,
): Promise<PhoneNumber | '' | Refusal<'no phone is written so'>> {
  if (written === undefined || written.trim() === '') return '';
  const { homeCountry } = must(await accounts.findAccount(accountId), 'account');
  const params = { phone: written };
  return (
    parsePhoneNumber(written, homeCountry) ??
    refuse('no phone is written so', { field: 'phone', params })
  );
}
