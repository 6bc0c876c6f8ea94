/** Forgetting what is older than its days: in short commits with pauses between, so that nothing waits for it. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { LeaderJob } from './leader-job.ts';

/** What is forgotten: rows that ended before `beforeMs`, seen from `nowMs`. */
export type Age = { readonly nowMs: number; readonly beforeMs: number };

/** Goes through a table: gives the rows that went after each look at some, often none, and waits to be asked for more. */
type Walk = (age: Age) => AsyncIterable<number>;

/** What is still owed or awaited stays, however old it is. Two processes may walk at once: one ends early. */
export interface HistoryStore {
  /** Messages with their recipients. What they cost stays in the sums of their accounts. */
  readonly forgetMessages: Walk;
  /** What operators answered to submits, and what they reported of them. */
  readonly forgetSubmittedParts: Walk;
  /** PDUs of messages, for their timelines. */
  readonly forgetMessagePdus: Walk;
  /** What phones sent. */
  readonly forgetInboundMessages: Walk;
  /** To whom numbers have last sent, by which replies find their account. */
  readonly forgetLastSent: Walk;
  /** Emails with their mails and what became of them. */
  readonly forgetEmails: Walk;
  /** Contents and attachments that no email has, whatever their age in days. */
  readonly forgetEmailContents: Walk;
  readonly forgetCaughtMails: Walk;
  readonly forgetLetters: Walk;
  /** Of mail servers: where they are, how they want to be treated, and what bound them. */
  readonly forgetLearned: Walk;
  /** Invitations, resets and changes of address that have ended. */
  readonly forgetLinks: Walk;
  /** Events with their bodies. */
  readonly forgetEvents: Walk;
  readonly forgetAttempts: Walk;
  /** Replays, with the phones that they were asked for. */
  readonly forgetReplays: Walk;
  /** What the inspector of webhooks has received. */
  readonly forgetInspectedRequests: Walk;
  /** The log of requests of the HTTP interface. */
  readonly forgetApiRequests: Walk;
  readonly forgetTrunkMessages: Walk;
  readonly forgetCalls: Walk;
  /** Messages that callers have left, but for those whose mail is owed. */
  readonly forgetVoicemails: Walk;
  readonly forgetMissedCalls: Walk;
  /** Texts to callers whom nobody answered. */
  readonly forgetTextBacks: Walk;
  /** The beginning of the audit. The storage itself refuses what is younger than 24 months, or too much at a time. */
  readonly forgetAudit: Walk;
}

export type RetentionOptions = {
  /** For the log, such as `messages`. */
  readonly name: string;
  /** At least 1. */
  readonly days: number;
  readonly walks: readonly Walk[];
  readonly clock: Clock;
  readonly log: Log;
};

const dayMs = 86_400_000;
/** What is due goes at most an hour later. */
const everyMs = 3_600_000;
/** How soon a process finds that it is its turn now. */
const lookMs = 10_000;
/** After a walk that failed, as while the database is away. */
const againMs = 60_000;
/** After each commit, which takes 2 to 7 ms: an eighth of the writer's time at the most. */
const pauseMs = 50;

export function retention(options: RetentionOptions): LeaderJob {
  const { name, clock } = options;
  let dueAtMs = clock.monotonicMs();
  return {
    name: `retention of ${name}`,
    everyMs: lookMs,
    work: async (signal) => {
      if (clock.monotonicMs() < dueAtMs) return;
      dueAtMs = clock.monotonicMs() + againMs;
      await forget(options, signal);
      dueAtMs = clock.monotonicMs() + everyMs;
    },
  };
}

async function forget(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { name, days, walks, clock, log } = options;
  const nowMs = clock.nowMs();
  const age = { nowMs, beforeMs: nowMs - days * dayMs };
  let rows = 0;
  for (const walk of walks) {
    for await (const forgotten of walk(age)) {
      rows += forgotten;
      await clock.sleep(pauseMs, signal);
    }
  }
  if (rows > 0) log.info('retention.forgotten', { what: name, rows, days });
}
