/** The storage, and behind each commit the spans of what it says has happened. */
import { messageIdOf, recipientOfPart } from '#model/ids.ts';
import type { MatchedReceipt, Submit } from '#sms/message-store.ts';
import type { Storage } from '#storage/storage.ts';
import type { Subject, Traces } from './traces.ts';

export function tracedStorage(storage: Storage, traces: Traces): Storage {
  return {
    ...storage,
    messages: tracedMessages(storage, traces),
    emails: tracedEmails(storage, traces),
    mailDelivery: tracedMailDelivery(storage, traces),
    webhooks: tracedWebhooks(storage, traces),
  };
}

function tracedMessages({ messages }: Storage, traces: Traces): Storage['messages'] {
  return {
    ...messages,
    async acceptMessages(items) {
      const startedAtMs = traces.nowMs();
      const results = await messages.acceptMessages(items);
      for (const [at, { message, recipients, jobs }] of items.entries()) {
        if (results[at]?.kind !== 'accepted') continue;
        const facts = {
          'parley.message_id': message.id,
          'parley.recipients': recipients.length,
          'parley.parts': jobs.length,
        };
        const told = { name: 'accept', kind: 'internal', startedAtMs, facts } as const;
        traces.accepted(`message/${message.id}`, message.requestId, told);
      }
      return results;
    },
    async recordFacts(facts) {
      // Before the commit: a webhook may be on its way right behind it.
      for (const { partId, events } of facts.receipts) traces.owes(messageOf(partId), events);
      const results = await messages.recordFacts(facts);
      for (const submit of facts.submits) tellSubmit(traces, submit);
      for (const [at, receipt] of facts.receipts.entries()) {
        if (results.receipts[at] !== 'unknown part') tellReceipt(traces, receipt);
      }
      return results;
    },
  };
}

function messageOf(partId: number): Subject {
  return `message/${messageIdOf(recipientOfPart(partId))}`;
}

function tellSubmit(traces: Traces, { job, operatorId, submittedAtMs }: Submit): void {
  traces.happened(messageOf(job.subject), {
    name: 'submit',
    kind: 'client',
    startedAtMs: submittedAtMs,
    facts: { 'parley.operator_id': operatorId, 'parley.attempt': job.attempt + 1 },
  });
}

function tellReceipt(traces: Traces, { partId, receipt }: MatchedReceipt): void {
  traces.happened(messageOf(partId), {
    name: 'receipt',
    kind: 'server',
    startedAtMs: receipt.receivedAtMs,
    facts: { 'parley.operator_id': receipt.operatorId, 'parley.outcome': receipt.outcome },
  });
}

function tracedEmails({ emails }: Storage, traces: Traces): Storage['emails'] {
  return {
    ...emails,
    async acceptEmail(acceptance) {
      const startedAtMs = traces.nowMs();
      const result = await emails.acceptEmail(acceptance);
      if (result.kind !== 'accepted') return result;
      const { email, mails } = acceptance;
      const facts = { 'parley.email_id': email.id, 'parley.recipients': mails.length };
      const told = { name: 'accept', kind: 'internal', startedAtMs, facts } as const;
      traces.accepted(`email/${email.id}`, email.requestId, told);
      return result;
    },
  };
}

function tracedMailDelivery({ mailDelivery }: Storage, traces: Traces): Storage['mailDelivery'] {
  return {
    ...mailDelivery,
    async settleMails(settlements) {
      for (const { emailId, events } of settlements) traces.owes(`email/${emailId}`, events);
      const results = await mailDelivery.settleMails(settlements);
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
      return results;
    },
  };
}

function tracedWebhooks({ webhooks }: Storage, traces: Traces): Storage['webhooks'] {
  return {
    ...webhooks,
    async settleDeliveries(settlements) {
      await webhooks.settleDeliveries(settlements);
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
  };
}
