/**
 * The storage, and behind each commit the moments that live pages are told of: whatever is taken, sent or
 * tried is a call of it, so no engine knows that anybody looks. While nobody does, calls go straight through.
 */
import type { CallEnd, NewCall } from '#numbers/calls/call-record.ts';
import { accountsOf, sideOf } from '#numbers/calls/call-side.ts';
import type { Storage } from '#storage/storage.ts';
import {
  attemptedMail,
  attemptedWebhook,
  begunCall,
  emailAccepted,
  endedCall,
  messageAccepted,
  partSubmitted,
} from './made-moments.ts';
import type { Moments } from './moments.ts';

export function liveStorage(storage: Storage, moments: Moments): Storage {
  return {
    ...storage,
    messages: tellingMessages(storage, moments),
    webhooks: tellingWebhooks(storage, moments),
    emails: tellingEmails(storage, moments),
    mailDelivery: tellingMailDelivery(storage, moments),
    calls: tellingCalls(storage, moments),
  };
}

function tellingMessages({ messages }: Storage, moments: Moments): Storage['messages'] {
  return {
    ...messages,
    acceptMessages(items) {
      const accepting = messages.acceptMessages(items);
      if (moments.isSilent) return accepting;
      return accepting.then((results) => {
        for (const [at, item] of items.entries()) {
          if (results[at]?.kind !== 'accepted' || !moments.isHeard(item.message.accountId))
            continue;
          moments.publish(messageAccepted(item));
        }
        return results;
      });
    },
    recordFacts(facts) {
      const recording = messages.recordFacts(facts);
      if (moments.isSilent) return recording;
      return recording.then((results) => {
        for (const submit of facts.submits) {
          const moment = partSubmitted(submit);
          if (moments.isHeard(moment.accountId)) moments.publish(moment);
        }
        return results;
      });
    },
  };
}

function tellingWebhooks({ webhooks }: Storage, moments: Moments): Storage['webhooks'] {
  return {
    ...webhooks,
    async settleDeliveries(settlements) {
      await webhooks.settleDeliveries(settlements);
      if (moments.isSilent) return;
      for (const { job, attempt, whose } of settlements) {
        if (whose === undefined || !moments.isHeard(whose.accountId)) continue;
        moments.publish(attemptedWebhook(job, attempt, whose));
      }
    },
  };
}

function tellingEmails({ emails }: Storage, moments: Moments): Storage['emails'] {
  return {
    ...emails,
    async acceptEmail(acceptance) {
      const result = await emails.acceptEmail(acceptance);
      const { accountId } = acceptance.email;
      if (result.kind === 'accepted' && moments.isHeard(accountId)) {
        moments.publish(emailAccepted(acceptance));
      }
      return result;
    },
  };
}

function tellingMailDelivery({ mailDelivery }: Storage, moments: Moments): Storage['mailDelivery'] {
  return {
    ...mailDelivery,
    async settleMails(settlements) {
      const results = await mailDelivery.settleMails(settlements);
      if (moments.isSilent) return results;
      for (const settlement of settlements) {
        if (moments.isHeard(settlement.accountId)) moments.publish(attemptedMail(settlement));
      }
      return results;
    },
  };
}

/** Calls that go on in this process: who carries a call ends it, and its end does not name its account. */
function tellingCalls({ calls }: Storage, moments: Moments): Storage['calls'] {
  const begun = new Map<number, NewCall>();
  const heard = (call: NewCall) => accountsOf(call).filter((id) => moments.isHeard(id));
  const ended = (call: NewCall, end: CallEnd): void => {
    for (const id of heard(call)) moments.publish(endedCall(sideOf({ ...call, ...end }, id), id));
  };
  return {
    ...calls,
    async beginCall(call, reserve) {
      const hasBegun = await calls.beginCall(call, reserve);
      if (!hasBegun) return false;
      begun.set(call.id, call);
      for (const id of heard(call)) moments.publish(begunCall(sideOf(call, id), id));
      return true;
    },
    async endCall(callId, end) {
      const hasEnded = await calls.endCall(callId, end);
      const call = begun.get(callId);
      begun.delete(callId);
      if (call !== undefined && hasEnded) ended(call, end);
      return hasEnded;
    },
    async recordRefused(call, end) {
      await calls.recordRefused(call, end);
      ended(call, end);
    },
  };
}
