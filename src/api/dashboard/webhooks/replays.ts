/** Events are posted once more: one, those that fit, or what was never received. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { isKindOfEvent } from '#webhooks/management/endpoint-rules.ts';
import { usualDestinations } from '#webhooks/management/usual-destinations.ts';
import * as definitions from './definitions.ts';
import { findOwn, nothingThere, type WebhookPagePorts } from './ports.ts';
import { showReplay } from './shown.ts';

const listedMax = 100;

export function replayHandlers(ports: WebhookPagePorts): readonly Handler[] {
  const { endpoints, clock } = ports;
  return [
    handle(definitions.replayEvent, async (call) => {
      const { accountId, params, body } = call;
      const event = await endpoints.store.findEvent(accountId, params.event);
      if (event === undefined) return nothingThere;
      const { endpointId } = body;
      if (endpointId !== undefined && !(await findOwn(accountId, endpointId, ports))) {
        return nothingThere;
      }
      const to =
        endpointId === undefined
          ? await usualDestinations(event, accountId, endpoints)
          : [endpointId];
      if (to.length === 0) return refuse('event goes nowhere');
      const owed = await endpoints.replayer.replayOne(event, to);
      const noted = { action: 'event.replay', target: String(params.event), accountId };
      await ports.audit.note(authorOf(call, clock), { ...noted, details: { endpointIds: owed } });
      return give({ endpointIds: [...owed] });
    }),
    handle(definitions.startReplay, (call) => start(call, ports)),
    handle(definitions.listReplays, async ({ accountId, role }) => {
      const replays = await endpoints.replays.listReplays(accountId, listedMax);
      return give({ replays: replays.map((replay) => showReplay(replay, role)) });
    }),
    handle(definitions.cancelReplay, async (call) => {
      const replay = { id: call.params.id, accountId: call.accountId };
      const isCancelled = await endpoints.replays.cancelReplay(replay, authorOf(call, clock));
      return isCancelled ? give(undefined) : refuse('replay is not under way');
    }),
  ];
}

async function start(
  call: DashboardCall<typeof definitions.startReplay>,
  ports: WebhookPagePorts,
): Promise<Handled<Reply<typeof definitions.startReplay>>> {
  const { accountId, role, params, body } = call;
  const endpoint = await findOwn(accountId, params.id, ports);
  if (endpoint === undefined) return nothingThere;
  const kinds = body.kinds ?? [];
  if (!kinds.every(isKindOfEvent))
    return refuse('value is not kinds of events', { field: 'kinds' });
  const phone = await readPhone(accountId, body.phone, ports);
  if (phone === undefined) return impossiblePhone(body.phone);
  const nowMs = ports.clock.nowMs();
  const replay = await ports.endpoints.replays.createReplay({
    accountId,
    endpointId: endpoint.id,
    fromMs: body.fromMs,
    toMs: Math.min(body.toMs ?? nowMs, nowMs),
    kinds,
    outcome: body.outcome ?? 'undelivered',
    phone,
    createdAtMs: nowMs,
  });
  if (replay === undefined) return refuse('replay is under way');
  const { id, fromMs, toMs, outcome } = replay;
  const noted = { action: 'endpoint.replay', target: String(endpoint.id), accountId };
  const details = { replay: id, fromMs, toMs, outcome, kinds };
  await ports.audit.note(authorOf(call, ports.clock), { ...noted, details });
  return give({ replay: showReplay(replay, role) });
}

/** The digits of a phone; '' where none was asked for, undefined where what was written is no phone number. */
async function readPhone(
  accountId: number,
  written: string | undefined,
  { accounts }: WebhookPagePorts,
): Promise<string | undefined> {
  if (written === undefined || written.trim() === '') return '';
  const account = await accounts.findAccount(accountId);
  return account && parsePhoneNumber(written, account.homeCountry);
}

function impossiblePhone(number = ''): Refusal {
  return refuse('phone number is not possible', { field: 'phone', details: { number } });
}
