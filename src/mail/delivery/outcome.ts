/** From what a server answered to what is stored of it: the attempt, the fact, and what is pending from now on. */
import type { FaultText } from '#core/attempt-fault.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { Owed } from '#queue/job.ts';
import { ownerOf } from '#queue/lane.ts';
import type { Lease } from '#queue/lease.ts';
import type { MailReason } from '../mail-fact.ts';
import { replyText } from '../smtp/reply.ts';
import type { SmtpResult, SmtpStage, SmtpStep } from '../smtp/smtp-mail.ts';
import { classify } from './classify.ts';
import type { MailAttempt, MailSettlement, OwedMail } from './delivery-store.ts';
import { catcherOwner } from './mail-lane.ts';
import { askedDelayMs, retryAtMs } from './retry-schedule.ts';
import { suppressionOf, treat } from './treatment.ts';

/** A mail that was given to a server. */
export type Tried = {
  readonly owed: Owed<OwedMail>;
  readonly lease: Lease;
  readonly site: string;
  readonly host: string;
  readonly ip: string;
  readonly security: string;
  readonly startedAtMs: number;
  readonly nowMs: number;
};

/** Without its events, which others render. */
export type Ending = Omit<MailSettlement, 'events'>;

export type Outcome =
  | { readonly kind: 'settle'; readonly ending: Ending; readonly reason: MailReason | undefined }
  /** The lane stops; the mail stays where it is. */
  | { readonly kind: 'stop lane'; readonly reason: MailReason };

/** A server that may have it is given time to deliver it, so that its copy is seen before another comes. */
const doubtMs = 300_000;
/** What is throttled or waits for us comes back no sooner. */
const uncountedMs = 60_000;

/** `lose` is not among them: such a mail goes again at once. */
export type Judged = Exclude<SmtpResult, { readonly did: 'lose' }>;
type Lost = Extract<SmtpResult, { readonly did: 'lose' }>;

export function judge(tried: Tried, result: Judged, random: number): Outcome {
  if (result.did === 'accept')
    return { kind: 'settle', ending: sent(tried, result), reason: undefined };
  const { stage, reason } = reasonOf(tried, result);
  const { owed, nowMs } = tried;
  const attempt = owed.job.attempt + 1;
  const deferredForMs = nowMs - (owed.load.deferredSinceMs ?? nowMs);
  const treatment = treat({ reason, attempt, deferredForMs });
  if (treatment.do === 'stop lane') return { kind: 'stop lane', reason };
  const said = result.did === 'misfit' ? { dialogue: '', steps: [] } : result;
  const noted = attemptOf(tried, { outcome: reason.class, stage, reason, ...saidOf(said) });
  const ending =
    treatment.do === 'end'
      ? end(tried, treatment.as, reason, stage)
      : putOff(tried, { reason, counted: treatment.counted, random });
  return { kind: 'settle', ending: { ...ending, attempt: noted }, reason };
}

/** Its connections were lost before it was whole, too often to try once more at once. */
export function lost(tried: Tried, result: Lost, random: number): Ending {
  const { stage, reason: why } = result;
  const text = `${'connection lost' satisfies FaultText}: ${why}`;
  const reason = { class: 'temporary', code: 0, enhanced: '', text, host: tried.host } as const;
  const attempt = attemptOf(tried, { outcome: 'temporary', stage, reason, ...saidOf(result) });
  return { ...putOff(tried, { reason, counted: true, random }), attempt };
}

/** It is put off without having been given to a server. */
export function putOff(
  { owed, lease, nowMs }: Pick<Tried, 'owed' | 'lease' | 'nowMs'>,
  { reason, counted, random }: { reason: MailReason; counted: boolean; random: number },
): Ending {
  const { job } = owed;
  const attempt = counted ? job.attempt + 1 : job.attempt;
  const leastMs = Math.max(
    askedDelayMs(reason.text),
    reason.class === 'in-doubt' ? doubtMs : counted ? 0 : uncountedMs,
  );
  const put = { nowMs, attempt: Math.max(attempt, 1), expiresAtMs: job.expiresAtMs, leastMs };
  const dueAtMs = counted ? retryAtMs(put, random) : soon(put, random);
  if (dueAtMs === undefined) return giveUp({ owed, nowMs }, reason);
  return { ...about(owed, nowMs), fact: newsOf(owed, reason), retry: { lease, attempt, dueAtMs } };
}

/** Nothing could be asked: it waits until its way is tried again, or for the end of its time. */
export function park(
  { owed, lease, nowMs }: Pick<Tried, 'owed' | 'lease' | 'nowMs'>,
  how: { readonly reason: MailReason; readonly random: number; readonly notBeforeMs: number },
): Ending {
  const { reason, random, notBeforeMs } = how;
  const usualMs = nowMs + Math.round(uncountedMs * (1 + 0.2 * random));
  const dueAtMs = Math.min(Math.max(usualMs, notBeforeMs), owed.job.expiresAtMs);
  return {
    ...about(owed, nowMs),
    fact: newsOf(owed, reason),
    retry: { lease, attempt: owed.job.attempt, dueAtMs },
  };
}

/** Told first, and when the reason changes. */
function newsOf({ load }: Owed<OwedMail>, reason: MailReason): Ending['fact'] {
  const isNews = load.state !== 'deferred' || load.deferredAs !== reason.class;
  return isNews ? { kind: 'deferred', reason } : undefined;
}

/** Its time is over, for the last reason there was. */
export function giveUp({ owed, nowMs }: Pick<Tried, 'owed' | 'nowMs'>, reason: MailReason): Ending {
  return { ...about(owed, nowMs), fact: { kind: 'failed', reason } };
}

/** It cannot be delivered, as was found out without a server, or with one. */
export function end(
  { owed, nowMs }: Pick<Tried, 'owed' | 'nowMs'>,
  kind: Extract<MailFactKind, 'bounced' | 'failed'>,
  reason: MailReason,
  stage: string,
): Ending {
  const strength = suppressionOf(reason, stage);
  return {
    ...about(owed, nowMs),
    fact: { kind, reason },
    suppress: strength && { address: owed.load.address, strength },
  };
}

/** Its recipient came to a suppression list while it waited: paid back. */
export function suppressed({ owed, nowMs }: Pick<Tried, 'owed' | 'nowMs'>): Ending {
  return { ...about(owed, nowMs), fact: { kind: 'suppressed', reason: null }, refund: true };
}

function about(owed: Owed<OwedMail>, atMs: number): Omit<Ending, 'fact'> {
  const { job, load } = owed;
  return { job, accountId: load.accountId, emailId: load.emailId, atMs, refund: false };
}

/** An uncounted wait is as long each time; one behind the mail's end is its last. */
function soon(
  { nowMs, expiresAtMs, leastMs }: { nowMs: number; expiresAtMs: number; leastMs: number },
  random: number,
): number | undefined {
  const dueAtMs = nowMs + Math.round(leastMs * (1 + 0.2 * random));
  return dueAtMs < expiresAtMs ? dueAtMs : undefined;
}

function saidOf({ dialogue, steps }: Pick<Lost, 'dialogue' | 'steps'>) {
  return { dialogue, steps };
}

function sent(tried: Tried, { reply, steps }: Extract<Judged, { readonly did: 'accept' }>): Ending {
  const { owed, nowMs, host } = tried;
  const { code, enhanced } = reply;
  const reason = { code, enhanced, text: replyText(reply), host };
  const attempt = attemptOf(tried, { outcome: 'sent', stage: 'body', reason, dialogue: '', steps });
  return { ...about(owed, nowMs), attempt, fact: { kind: takenAs(owed), reason: null } };
}

/** Live mail that the catcher has is not sent: nobody will read it. */
function takenAs({ job, load }: Owed<OwedMail>): 'sent' | 'caught' {
  return ownerOf(job.lane) === catcherOwner && !load.isPlay ? 'caught' : 'sent';
}

function reasonOf(
  { site, host }: Tried,
  result: Exclude<Judged, { readonly did: 'accept' }>,
): { readonly stage: SmtpStage; readonly reason: MailReason } {
  if (result.did === 'refuse') {
    const { stage, reply } = result;
    const { code, enhanced } = reply;
    const text = replyText(reply);
    const refusal = { stage, code, enhanced, text: replyText(reply, 2_000), site };
    return { stage, reason: { class: classify(refusal), code, enhanced, text, host } };
  }
  if (result.did === 'doubt') {
    const text = `${'may have been taken' satisfies FaultText}: ${result.reason}`;
    return { stage: 'body', reason: { class: 'in-doubt', code: 0, enhanced: '', text, host } };
  }
  const [why, text] =
    result.why === 'size'
      ? (['too-big', 'larger than the server takes'] as const)
      : (['smtputf8', 'the server takes no addresses beyond ASCII'] as const);
  return { stage: 'ehlo', reason: { class: why, code: 0, enhanced: '', text, host } };
}

function attemptOf(
  tried: Tried,
  {
    outcome,
    stage,
    reason,
    dialogue,
    steps,
  }: {
    dialogue: string;
    steps: readonly SmtpStep[];
    outcome: MailAttempt['outcome'];
    stage: SmtpStage;
    reason: Pick<MailReason, 'code' | 'enhanced' | 'text'>;
  },
): MailAttempt {
  const { owed, host, ip, security, startedAtMs, nowMs } = tried;
  const { code, enhanced, text } = reason;
  return {
    mailId: owed.load.mailId,
    jobId: owed.job.id,
    n: owed.job.attempt + 1,
    atMs: startedAtMs,
    outcome,
    stage,
    code,
    enhanced,
    text,
    host,
    ip,
    tls: security,
    durationMs: Math.max(0, Math.round(nowMs - startedAtMs)),
    dialogue,
    steps: JSON.stringify(steps),
  };
}
