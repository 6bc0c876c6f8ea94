/** Sends and previews by the same functions as the interface. */
import { sendRefusal } from '#api/commands/send-refusal.ts';
import { readSend, type SendPorts } from '#api/commands/send-sms.ts';
import { preferredLanguage } from '#api/language.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Refusal, sentence } from '#api/reply.ts';
import { add, formatBalance, formatExact, zero } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { Judgement, Priced, TurnedAway } from '#sms/sending/judgement.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, callOf } from '../caller.ts';
import type { Body } from '../definition.ts';
import { type DashboardCall, give, type Handler, handle } from '../handler.ts';
import { previewMessage, sendMessage } from './definitions.ts';

export type SendingPorts = CallerPorts & SendPorts;

export function sendingHandlers(ports: SendingPorts): readonly Handler[] {
  return [preview(ports), send(ports)];
}

type Asking = Pick<DashboardCall<typeof previewMessage>, 'accountId' | 'who' | 'request'>;

type Asked = {
  readonly ok: true;
  readonly request: SendRequest;
  readonly call: Awaited<ReturnType<typeof callOf>>;
};

async function read(
  asking: Asking,
  body: Body<typeof previewMessage> & { readonly idempotencyKey?: string },
  ports: SendingPorts,
): Promise<Asked | Refusal> {
  const { mode, idempotencyKey, ...given } = body;
  const values: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) values[name] = value;
  }
  const call = await callOf(asking, { mode, values, idempotencyKey }, ports);
  const fields = new Fields(call.parameters);
  const request = await readSend(fields, call, ports);
  return fields.refusal ?? { ok: true, request, call };
}

function preview(ports: SendingPorts): Handler {
  return handle(previewMessage, async (asking) => {
    const asked = await read(asking, asking.body, ports);
    if (!asked.ok) return asked;
    // Nobody may be able to get it: a page shows why, each phone by itself.
    const reply = await ports.preview({ ...asked.request, partial: true });
    if (!reply.ok) return sendRefusal(reply.refusal, asked.call);
    const language = preferredLanguage(asking.request.headers['accept-language']);
    return give(toJudgementJson(reply.judgement, language));
  });
}

function toJudgementJson(judgement: Judgement, language: 'en' | 'fr') {
  const { request, sender, going, turnedAway } = judgement;
  const { account, key } = request.caller;
  const purse = key.mode === 'test' ? account.testBalance : account.balance;
  return {
    sender,
    text: going[0]?.text ?? request.text,
    parts: going.reduce((sum, { plan }) => sum + plan.parts, 0),
    cost: formatExact(going.reduce((sum, { cost }) => add(sum, cost), zero)),
    currency: account.currency,
    balance: formatBalance(purse),
    scheduledAt: request.scheduledAtMs ?? null,
    recipients: going.map((each) => toGoingJson(each, judgement)),
    refused: turnedAway.map((each) => toTurnedAwayJson(each, language)),
  };
}

function toGoingJson(each: Priced, { waits, allowed }: Judgement) {
  const { phone, plan, operator, reason, price, cost } = each;
  const { form, units, parts, firstNonGsm } = plan;
  return {
    phone: formatPhone(phone),
    encoding: form.code === 'ucs2' ? 'UCS-2' : 'GSM',
    units,
    parts,
    forcedBy: firstNonGsm ?? null,
    operator: operator.name,
    route: reason,
    unitPrice: formatExact(price),
    cost: formatExact(cost),
    waitsUntil: waits?.get(each) ?? null,
    heldBy: allowed.heldBy ?? null,
  };
}

function toTurnedAwayJson({ phone, refusal }: TurnedAway, language: 'en' | 'fr') {
  const number = formatPhone(phone);
  const parts = 'parts' in refusal ? { parts: refusal.parts, partsMax: refusal.partsMax } : {};
  const problem = { word: refusal.why, details: { number, ...parts } };
  return { phone: number, word: refusal.why, message: sentence(problem, language) };
}

function send(ports: SendingPorts): Handler {
  return handle(sendMessage, async (asking) => {
    const asked = await read(asking, asking.body, ports);
    if (!asked.ok) return asked;
    const reply = await ports.send(asked.request);
    if (!reply.ok) return sendRefusal(reply.refusal, asked.call);
    const { messageId, parts, cost, currency, scheduledAtMs, deferredUntilMs } = reply.sent;
    const { held, stopped = [] } = reply.sent;
    const details = { phones: asked.request.phones.length, mode: asking.body.mode };
    const noted = { action: 'message.send', target: String(messageId), details };
    await ports.audit.note(authorOf(asking, ports.clock), {
      ...noted,
      accountId: asking.accountId,
    });
    return give({
      messageId,
      parts,
      cost: formatExact(cost),
      currency,
      scheduledAt: scheduledAtMs,
      deferredUntil: deferredUntilMs,
      held,
      stopped: stopped.map((phone) => formatPhone(phone)),
    });
  });
}
