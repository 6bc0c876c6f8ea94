/**
 * Mails that are owed: each message with its sound, and notices of missed calls. The table says what is
 * owed, and the mailer takes each notice once, however often it is handed over, so a crash between the two
 * mails nothing twice, and so do two processes.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { everMs, untilChanged } from '#core/until-changed.ts';
import type { Job, JobStore, Owed } from '#queue/job.ts';
import { putOff, workOrPutOff } from '../put-off.ts';
import { attachmentName, missedCallsText, type NoticeText, voicemailText } from './notice-text.ts';
import { soundFile } from './sound-file.ts';
import type { OwedMissedCall, Voicemail, VoicemailStore } from './voicemail.ts';

export type OutgoingNotice = NoticeText & {
  /** The same is the same mail. */
  readonly dedupKey: string;
  readonly accountId: number;
  readonly to: string;
  readonly isSimulated: boolean;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly bytes: Buffer;
  }[];
};

/** Something that sends a mail of ours. */
export interface NoticeSender {
  /** `refused`: the mailbox takes none; `no sender`: the account has nobody to send as yet. */
  send(notice: OutgoingNotice): Promise<'taken' | 'refused' | 'unaddressed' | 'no sender'>;
  /** Undefined: there is no such notice. */
  fateOf(dedupKey: string): Promise<'waiting' | 'sent' | 'not sent' | undefined>;
}

/** Whether a notice is about calls: it is the account's own, as its voicemails are. */
export function isAboutCalls(dedupKey: string): boolean {
  return dedupKey.startsWith(prefix) || dedupKey.startsWith(missedPrefix);
}

export type NoticesPorts = {
  readonly store: Omit<
    VoicemailStore,
    'saveVoicemail' | 'removeVoicemail' | 'noteListened' | 'markHeard'
  >;
  readonly jobs: Pick<JobStore, 'retryJobs' | 'changes'>;
  readonly mailer: NoticeSender;
  readonly clock: Clock;
  readonly log: Log;
  /** IANA name of the zone whose wall clock an account reads. */
  readonly zoneOf: (accountId: number) => Promise<string>;
};

const everyMs = 1_000;
const roundMax = 20;
const queuedMax = 200;
/** How often mails on their way are asked after, beside what we are told. */
const askEveryMs = 60_000;
const hourMs = 3_600_000;
/** Above so many in an hour an address gets one that lists all. */
const noticesAnHour = 20;

const prefix = 'voicemail:';
const missedPrefix = 'missed-call:';

export class Notices implements AsyncDisposable {
  readonly #ports: NoticesPorts;
  readonly #loop: Loop;
  #askAtMs = 0;

  constructor(ports: NoticesPorts) {
    const { jobs, clock, log } = ports;
    this.#ports = ports;
    const tellOwed = untilChanged(jobs.changes, (signal: AbortSignal) => this.#tellOwed(signal));
    this.#loop = new Loop({
      name: 'notices of calls',
      everyMs,
      clock,
      log,
      work: async (signal) => {
        await tellOwed(signal);
        await this.#askAtTimes();
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something is owed. */
  poke(): void {
    this.#loop.poke();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  /** Whether any are owed, be it later. */
  async #tellOwed(signal: AbortSignal): Promise<number> {
    const { store, clock } = this.#ports;
    const page = { limit: roundMax, nowMs: clock.nowMs() };
    for (const owed of await store.readOwedVoicemails(page)) {
      if (signal.aborted) return 1;
      await this.#try(owed.job, () => this.#mail(owed));
    }
    for (const owed of await store.readOwedMissedCalls(page)) {
      if (signal.aborted) return 1;
      await this.#try(owed.job, () => this.#tell(owed));
    }
    const later = { limit: 1, nowMs: everMs };
    const [voicemails, missed] = await Promise.all([
      store.readOwedVoicemails(later),
      store.readOwedMissedCalls(later),
    ]);
    return voicemails.length + missed.length;
  }

  async #askAtTimes(): Promise<void> {
    const { clock } = this.#ports;
    if (clock.monotonicMs() < this.#askAtMs) return;
    this.#askAtMs = clock.monotonicMs() + askEveryMs;
    await this.#askAfterQueued();
  }

  #try(job: Job, work: () => Promise<void>): Promise<void> {
    const { log } = this.#ports;
    return workOrPutOff(job, this.#ports, {
      work,
      failed: (error) =>
        log.error('notice.failed', { subject: job.subject, ...errorFields(error) }),
    });
  }

  async #mail({ job, load: voicemail }: Owed<Voicemail>): Promise<void> {
    const { store, mailer, clock, log, zoneOf } = this.#ports;
    const { id, accountId, law, mailTo, isSimulated } = voicemail;
    if (job.expiresAtMs <= clock.nowMs()) return store.settleVoicemail(job, 'not sent');
    const zone = await zoneOf(accountId);
    const sound = (await store.readVoice(id)) ?? Buffer.alloc(0);
    const filename = attachmentName(voicemail, zone);
    const bytes = await soundFile(law, sound);
    const reply = await mailer.send({
      ...voicemailText(voicemail, zone),
      dedupKey: `${prefix}${id}`,
      accountId,
      to: mailTo,
      isSimulated,
      attachments: [{ filename, contentType: 'audio/wav', bytes }],
    });
    log.info('voicemail.mailed', { callId: id, accountId, reply });
    if (reply === 'no sender') return putOff(job, this.#ports);
    await store.settleVoicemail(job, voicemailStates[reply]);
  }

  async #tell({ job, load: call }: Owed<OwedMissedCall>): Promise<void> {
    const { store, mailer, clock, log, zoneOf } = this.#ports;
    const { id, accountId, tellTo, isSimulated } = call;
    const nowMs = clock.nowMs();
    const told = await store.countNotices(accountId, tellTo, nowMs - hourMs);
    // Many calls: they wait together, and the first of them that has waited an hour takes all along.
    const waitsUntilMs = call.atMs + hourMs;
    if (told >= noticesAnHour && nowMs < waitsUntilMs) {
      return putOff(job, this.#ports, waitsUntilMs - nowMs);
    }
    const [first, ...others] = await store.gatherMissedCalls(call);
    if (first === undefined) return putOff(job, this.#ports);
    const reply = await mailer.send({
      ...missedCallsText([first, ...others], await zoneOf(accountId)),
      dedupKey: `${missedPrefix}${id}`,
      accountId,
      to: tellTo,
      isSimulated,
      attachments: [],
    });
    log.info('missed_call.told', { callId: id, accountId, calls: 1 + others.length, reply });
    if (reply === 'no sender' && job.expiresAtMs > nowMs) {
      return putOff(job, this.#ports);
    }
    await store.settleMissedCalls(job, nowMs);
  }

  /** We may have been away when it ended. */
  async #askAfterQueued(): Promise<void> {
    const { store, mailer } = this.#ports;
    for (const id of await store.listQueued(queuedMax)) {
      const fate = await mailer.fateOf(`${prefix}${id}`);
      if (fate !== 'waiting') await store.noteMailFate(id, fate ?? 'not sent');
    }
  }
}

/** The mail of a notice has reached its end. */
export async function noteFate(
  store: Pick<VoicemailStore, 'noteMailFate'>,
  dedupKey: string,
  fate: 'sent' | 'not sent',
): Promise<void> {
  const id = dedupKey.startsWith(prefix) ? Number(dedupKey.slice(prefix.length)) : Number.NaN;
  if (Number.isSafeInteger(id)) await store.noteMailFate(id, fate);
}

const voicemailStates = { taken: 'queued', refused: 'refused', unaddressed: 'not sent' } as const;
