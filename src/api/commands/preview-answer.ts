/** What a preview answers: what a send would do at each phone and what it would cost. */
import type { Language } from '#api/language.ts';
import { type Answer, type FieldValue, succeed } from '#api/reply.ts';
import { add, toNumber, zero } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { Judgement, JudgeReply, Priced, TurnedAway } from '#sms/sending/judgement.ts';
import { turnedAwayParams } from '#sms/sending/refusal-params.ts';
import { formatLocalTime } from './account-time.ts';
import type { Call } from './command.ts';
import { sayRefusal, sendRefusal } from './send-refusal.ts';

export type PreviewPorts = { readonly preview: (request: SendRequest) => Promise<JudgeReply> };

export async function preview(
  request: SendRequest,
  call: Call,
  ports: PreviewPorts,
): Promise<Answer> {
  const reply = await ports.preview(request);
  return reply.ok ? tell(reply.judgement, call) : sendRefusal(reply.refusal, call);
}

function tell(judgement: Judgement, { language }: Call): Answer {
  const { request, sender, going, turnedAway } = judgement;
  return succeed({
    sender,
    message: going[0]?.text ?? '',
    nb_sms: going.reduce((sum, { plan }) => sum + plan.parts, 0),
    cost: toNumber(going.reduce((sum, { cost }) => add(sum, cost), zero)),
    currency: request.caller.account.currency,
    recipients: [
      ...going.map((each) => toGoingJson(each, judgement, language)),
      ...turnedAway.map((each) => toTurnedAwayJson(each, language)),
    ],
  });
}

/** Where it would not leave at once: `deferredUntil`, and the rule that would hold it until somebody releases it. */
function toGoingJson(each: Priced, { waits, allowed }: Judgement, language: Language): FieldValue {
  const { phone, plan, operator, reason, price, cost } = each;
  const { form, units, parts, firstNonGsm } = plan;
  const waitsUntilMs = waits?.get(each);
  return {
    success: true,
    phoneNumber: formatPhone(phone),
    encoding: form.code === 'ucs2' ? 'UCS-2' : 'GSM',
    units,
    nb_sms: parts,
    ...(firstNonGsm !== undefined && { forcedBy: firstNonGsm }),
    operator: operator.name,
    route: reason,
    unitPrice: toNumber(price),
    cost: toNumber(cost),
    ...(waitsUntilMs !== undefined && {
      deferredUntil: formatLocalTime(waitsUntilMs),
      waits: sayWait[language](formatLocalTime(waitsUntilMs)),
    }),
    ...(allowed.heldBy !== undefined && { held: allowed.heldBy }),
  };
}

const sayWait: Readonly<Record<Language, (until: string) => string>> = {
  en: (until) => `until ${until}: quiet hours of its country`,
  fr: (until) => `jusqu’à ${until} : heures calmes de son pays`,
};

function toTurnedAwayJson({ phone, refusal }: TurnedAway, language: Language): FieldValue {
  const details = turnedAwayParams(phone, refusal);
  return {
    success: false,
    phoneNumber: formatPhone(phone),
    ...sayRefusal({ word: refusal.why, details }, language),
  };
}
