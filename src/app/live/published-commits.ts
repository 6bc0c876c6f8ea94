/**
 * Behind each commit the moments that live pages are told of: whatever is taken, sent or tried is one. While
 * nobody looks, nothing is told.
 */
import type { CallEnd, NewCall } from '#numbers/calls/call-record.ts';
import { accountsOf, sideOf } from '#numbers/calls/call-side.ts';
import type { Commits } from '../commits.ts';
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

export function publishCommits(commits: Commits, moments: Moments): void {
  const isIdle = (): boolean => moments.isSilent;
  commits.follow('acceptMessages', {
    isIdle,
    after: ({ given: [items], result }) => {
      for (const [at, item] of items.entries()) {
        if (result[at]?.kind !== 'accepted' || !moments.isHeard(item.message.accountId)) continue;
        moments.publish(messageAccepted(item));
      }
    },
  });
  commits.follow('recordFacts', {
    isIdle,
    after: ({ given: [facts] }) => {
      for (const submit of facts.submits) {
        const moment = partSubmitted(submit);
        if (moments.isHeard(moment.accountId)) moments.publish(moment);
      }
    },
  });
  commits.follow('settleDeliveries', {
    isIdle,
    after: ({ given: [settlements] }) => {
      for (const { job, attempt, whose } of settlements) {
        if (whose === undefined || !moments.isHeard(whose.accountId)) continue;
        moments.publish(attemptedWebhook(job, attempt, whose));
      }
    },
  });
  publishMails(commits, moments);
  publishCalls(commits, moments);
}

function publishMails(commits: Commits, moments: Moments): void {
  const isIdle = (): boolean => moments.isSilent;
  commits.follow('acceptEmail', {
    isIdle,
    after: ({ given: [acceptance], result }) => {
      const { accountId } = acceptance.email;
      if (result.kind === 'accepted' && moments.isHeard(accountId)) {
        moments.publish(emailAccepted(acceptance));
      }
    },
  });
  commits.follow('settleMails', {
    isIdle,
    after: ({ given: [settlements] }) => {
      for (const settlement of settlements) {
        if (moments.isHeard(settlement.accountId)) moments.publish(attemptedMail(settlement));
      }
    },
  });
}

/** Calls that go on in this process: who carries a call ends it, and its end does not name its account. */
function publishCalls(commits: Commits, moments: Moments): void {
  const begun = new Map<number, NewCall>();
  const heard = (call: NewCall) => accountsOf(call).filter((id) => moments.isHeard(id));
  const ended = (call: NewCall, end: CallEnd): void => {
    for (const id of heard(call)) moments.publish(endedCall(sideOf({ ...call, ...end }, id), id));
  };
  commits.follow('beginCall', {
    after: ({ given: [call], result: hasBegun }) => {
      if (!hasBegun) return;
      begun.set(call.id, call);
      for (const id of heard(call)) moments.publish(begunCall(sideOf(call, id), id));
    },
  });
  commits.follow('endCall', {
    after: ({ given: [callId, end], result: hasEnded }) => {
      const call = begun.get(callId);
      begun.delete(callId);
      if (call !== undefined && hasEnded) ended(call, end);
    },
  });
  commits.follow('recordRefused', { after: ({ given: [call, end] }) => ended(call, end) });
}
