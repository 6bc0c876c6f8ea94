/** An SMSC that takes a campaign as fast as it comes; the last two digits of a phone decide what becomes of its message. */
import { systemClock } from '#core/clock.ts';
import { makeReceipt } from '#simulator/receipts.ts';
import { report } from '#simulator/simulated-numbers.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import type { BoundPeer } from '#sms/smpp/server.ts';
import type { Answer, MessageRequest } from '#sms/smpp/session-types.ts';
import { status } from '#sms/smpp/status.ts';
import { openServer } from '../smpp-link.ts';

export type BusySmsc = AsyncDisposable & { readonly port: number };

type Due = { readonly peer: BoundPeer; readonly submit: SubmitSm; readonly id: string };

/** Of a hundred phones: two are refused, five are reported as not delivered, all others arrive. */
const refusedFrom = 98;
const undeliveredFrom = 93;
/** A receipt comes after so long for each unit of the last two digits: up to 2.9 seconds. */
const receiptStepMs = 30;
const lookMs = 20;

export async function openBusySmsc(): Promise<BusySmsc> {
  const waiting = new Map<number, Due[]>();
  const dueAt = (atMs: number, due: Due): void => {
    const slot = Math.ceil(atMs / lookMs);
    waiting.set(slot, [...(waiting.get(slot) ?? []), due]);
  };
  let submits = 0;
  const take = (request: MessageRequest, peer: BoundPeer): Answer => {
    if (request.command !== 'submit_sm') return { status: status.invalidCommandId };
    const last = lastDigits(request.body);
    if (last >= refusedFrom) {
      return { status: status.invalidDestination, body: blankBody('submit_sm_resp') };
    }
    submits += 1;
    const id = String(submits);
    dueAt(Date.now() + last * receiptStepMs, { peer, submit: request.body, id });
    return { status: 0, body: { messageId: id, tlvs: [] } };
  };
  const { server } = await openServer(systemClock, { request: take }, { window: 1_000 });
  const timer = setInterval(() => {
    const now = Math.floor(Date.now() / lookMs);
    for (const [slot, dues] of waiting) {
      if (slot > now) continue;
      const left = dues.filter((due) => !sendReceipt(due));
      if (left.length === 0) waiting.delete(slot);
      else waiting.set(slot, left);
    }
  }, lookMs);
  return {
    port: server.port,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await server[Symbol.asyncDispose]();
    },
  };
}

function lastDigits({ destination }: SubmitSm): number {
  return Number(destination.address.slice(-2));
}

/** False: the bind has no room for it now. */
function sendReceipt({ peer, submit, id }: Due): boolean {
  if (peer.room <= 0) return false;
  const isUndelivered = lastDigits(submit) >= undeliveredFrom;
  const atMs = Date.now();
  const facts = {
    id,
    report: isUndelivered ? report('UNDELIV', '001') : report('DELIVRD', '000'),
    form: 'full',
    submittedAtMs: atMs,
    doneAtMs: atMs,
  } as const;
  void peer.deliver(makeReceipt(submit, facts));
  return true;
}
