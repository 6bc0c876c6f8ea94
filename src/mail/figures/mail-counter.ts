/** Counts mails behind their commits: one process, in small commits, a twentieth of the time at the most. */

import type { Clock } from '#core/clock.ts';
import { delayBucket } from '#core/delays.ts';
import { domainOf } from '#core/email-address.ts';
import { add, type Millionths, times, zero } from '#core/money.ts';
import { rested } from '#core/rested.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import { isMailboxProvider } from '../domains/mailbox-providers.ts';
import { costOfMail } from '../mail-cost.ts';
import type { MailFigureChange, MailFigureState, UncountedMail } from './mail-figures.ts';

export type MailCounterPorts = {
  readonly store: Pick<EmailStore, 'takeTurn' | 'uncountedMails'>;
  readonly clock: Clock;
};

const everyMs = 5_000;
/** Most mails are with a server by then, and are counted once. */
const settledMs = 5_000;
const sliceMax = 256;
const hourMs = 3_600_000;
const detailMax = 60;

export function mailCounter(ports: MailCounterPorts): LeaderJob {
  return { name: 'count of mails', everyMs, work: (signal) => countMails(ports, signal) };
}

/** All that there is to count now. */
export async function countMails(ports: MailCounterPorts, signal?: AbortSignal): Promise<void> {
  while (await rested(ports.clock, countSlice(ports), signal));
}

/** Whether there may be more. */
async function countSlice({ store, clock }: MailCounterPorts): Promise<boolean> {
  const turn = await store.takeTurn();
  const found = await store.uncountedMails(clock.nowMs() - settledMs, sliceMax);
  if (found.length === 0) return false;
  const isCommitted = await turn.commit({
    changes: gather(found.flatMap(changesOf)),
    marks: found.map((mail) => ({
      mailId: mail.id,
      state: mail.state,
      countedAs: writeCounted(countOf(mail)),
    })),
  });
  return isCommitted && found.length === sliceMax;
}

/** As what a mail counts. */
type Count = Pick<MailFigureChange, 'provider' | 'state' | 'detail' | 'cost'>;

/** Taken from where it was counted, and added where it belongs now. */
function changesOf(mail: UncountedMail): readonly MailFigureChange[] {
  const { accountId, email } = mail;
  if (email === null || email.isNotice) return [];
  const { acceptedAtMs, purse } = email;
  const place = { accountId, purse, startsAtMs: acceptedAtMs - (acceptedAtMs % hourMs) };
  const before = readCounted(mail.countedAs);
  const now = countOf(mail);
  const taken = before && { ...before, mails: -1, cost: times(before.cost, -1) };
  return [...(taken === undefined ? [] : [taken]), { ...now, mails: 1 }].map((count) => ({
    ...place,
    ...count,
  }));
}

function countOf(mail: UncountedMail): Count {
  const domain = domainOf(mail.address).toLowerCase();
  return {
    provider: isMailboxProvider(domain) ? domain : '',
    state: stateOf(mail.state),
    detail: detailOf(mail),
    cost: costOfMail(mail),
  };
}

function stateOf(state: MailFactKind): MailFigureState {
  return state === 'scheduled' || state === 'queued' || state === 'held' ? 'under way' : state;
}

function detailOf({ state, class: why, refusal, changedAtMs, email }: UncountedMail): string {
  if (state === 'bounced' || state === 'failed') {
    return `${why} ${refusal}`.trim().slice(0, detailMax);
  }
  if (state !== 'sent' || email === null) return '';
  const leavesAtMs = Math.max(email.acceptedAtMs, email.scheduledAtMs ?? 0);
  return String(delayBucket(Math.max(0, changedAtMs - leavesAtMs)));
}

function writeCounted({ provider, state, detail, cost }: Count): string {
  return JSON.stringify([provider, state, detail, cost]);
}

/** Undefined: it was not counted before. */
function readCounted(text: string): Count | undefined {
  if (text === '') return undefined;
  const [provider, state, detail, cost] = JSON.parse(text) as [
    string,
    MailFigureState,
    string,
    Millionths,
  ];
  return { provider, state, detail, cost };
}

/** One change for each place. */
function gather(changes: readonly MailFigureChange[]): readonly MailFigureChange[] {
  const sums = new Map<string, MailFigureChange>();
  for (const change of changes) {
    const { mails, cost, ...place } = change;
    const { accountId, purse, startsAtMs, provider, state, detail } = place;
    const key = JSON.stringify([accountId, purse, startsAtMs, provider, state, detail]);
    const sum = sums.get(key) ?? { ...place, mails: 0, cost: zero };
    sums.set(key, { ...sum, mails: sum.mails + mails, cost: add(sum.cost, cost) });
  }
  return [...sums.values()];
}
