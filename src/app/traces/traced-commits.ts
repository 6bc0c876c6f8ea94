/** Behind each commit the spans of what it says has happened. */
import { messageIdOf, recipientOfPart } from '#model/ids.ts';
import type { MatchedReceipt, Submit } from '#sms/message-store.ts';
import type { Commits } from '../commits.ts';
import type { Subject, Traces } from './traces.ts';

export function traceCommits(commits: Commits, traces: Traces): void {
  traceMessages(commits, traces);
  traceMails(commits, traces);
  traceWebhooks(commits, traces);
}

function traceMessages(commits: Commits, traces: Traces): void {
  commits.follow('acceptMessages', {
    after: ({ given: [items], result, tookMs }) => {
      const startedAtMs = traces.nowMs() - Math.round(tookMs);
      for (const [at, { message, recipients, jobs }] of items.entries()) {
        if (result[at]?.kind !== 'accepted') continue;
        const facts = {
          'parley.message_id': message.id,
          'parley.recipients': recipients.length,
          'parley.parts': jobs.length,
        };
        const told = { name: 'accept', kind: 'internal', startedAtMs, facts } as const;
        traces.accepted(`message/${message.id}`, message.requestId, told);
      }
    },
  });
  commits.follow('recordFacts', {
    // A webhook may be on its way right behind the commit.
    before: ({ receipts }) => {
      for (const { partId, events } of receipts) traces.owes(messageOf(partId), events);
    },
    after: ({ given: [facts], result }) => {
      for (const submit of facts.submits) traceSubmit(traces, submit);
      for (const [at, receipt] of facts.receipts.entries()) {
        if (result.receipts[at] !== 'unknown part') traceReceipt(traces, receipt);
      }
    },
  });
}

function messageOf(partId: number): Subject {
  return `message/${messageIdOf(recipientOfPart(partId))}`;
}

function traceSubmit(traces: Traces, { job, operatorId, submittedAtMs }: Submit): void {
  traces.happened(messageOf(job.subject), {
    name: 'submit',
    kind: 'client',
    startedAtMs: submittedAtMs,
    facts: { 'parley.operator_id': operatorId, 'parley.attempt': job.attempt + 1 },
  });
}

function traceReceipt(traces: Traces, { partId, receipt }: MatchedReceipt): void {
  traces.happened(messageOf(partId), {
    name: 'receipt',
    kind: 'server',
    startedAtMs: receipt.receivedAtMs,
    facts: { 'parley.operator_id': receipt.operatorId, 'parley.outcome': receipt.outcome },
  });
}

function traceMails(commits: Commits, traces: Traces): void {
  commits.follow('acceptEmail', {
    after: ({ given: [{ email, mails }], result, tookMs }) => {
      if (result.kind !== 'accepted') return;
      const startedAtMs = traces.nowMs() - Math.round(tookMs);
      const facts = { 'parley.email_id': email.id, 'parley.recipients': mails.length };
      const told = { name: 'accept', kind: 'internal', startedAtMs, facts } as const;
      traces.accepted(`email/${email.id}`, email.requestId, told);
    },
  });
  commits.follow('settleMails', {
    before: (settlements) => {
      for (const { emailId, events } of settlements) traces.owes(`email/${emailId}`, events);
    },
    after: ({ given: [settlements] }) => {
      for (const { emailId, attempt } of settlements) {
        if (attempt === undefined) continue;
        traces.happened(`email/${emailId}`, {
          name: 'mail attempt',
          kind: 'client',
          startedAtMs: attempt.atMs,
          endedAtMs: attempt.atMs + attempt.durationMs,
          failed: attempt.outcome !== 'sent',
          facts: { 'parley.attempt': attempt.n, 'parley.outcome': attempt.outcome },
        });
      }
    },
  });
}

function traceWebhooks(commits: Commits, traces: Traces): void {
  commits.follow('settleDeliveries', {
    after: ({ given: [settlements] }) => {
      for (const { attempt } of settlements) {
        const { eventId, n, outcome, status, atMs, durationMs } = attempt;
        traces.happened(traces.subjectOf(eventId), {
          name: 'webhook attempt',
          kind: 'client',
          startedAtMs: atMs,
          endedAtMs: atMs + durationMs,
          failed: outcome !== 'delivered',
          facts: {
            'parley.event_id': eventId,
            'parley.attempt': n,
            'parley.outcome': outcome,
            'http.response.status_code': status,
          },
        });
      }
    },
  });
}
