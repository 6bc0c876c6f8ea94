/** Accepting an email: judged, its attachments written, and in one durable commit with all that it owes. */
import { type Answered, acceptOnce, answerOf, notAccepted } from '#core/accept.ts';
import { must } from '#core/assert.ts';
import type { IdempotencyStore } from '#core/idempotency.ts';
import type { Owed } from '#queue/job.ts';
import type { OwedMail } from '../delivery/delivery-store.ts';
import type { MailEventMaker } from '../mail-event-maker.ts';
import type { MailRecorder } from '../mail-recorder.ts';
import { type DraftPorts, draftEmail, type EmailDraft, queuedFacts } from './draft-email.ts';
import type { EmailReplyToClient, EmailRequest, EmailSent } from './email-request.ts';
import type { EmailStore } from './email-store.ts';
import {
  type EmailJudgement,
  type EmailVerdict,
  isTest,
  type JudgePorts,
  judgeEmail,
} from './judge-email.ts';

/** Accepts that are in progress; past this the disk is not keeping up. */
const unsettledMax = 1_000;
const overloadRetryS = 2;

export type EmailSenderPorts = JudgePorts &
  DraftPorts & {
    readonly store: Pick<EmailStore, 'saveBlob'>;
    readonly recorder: Pick<MailRecorder, 'accept'>;
    readonly replies: IdempotencyStore;
    readonly events: MailEventMaker;
    /** The lane of a URL that a request named; undefined when the account has too many origins. */
    readonly endpointFor: (accountId: number, url: string) => Promise<number | undefined>;
    /** Takes mails whose jobs have just been committed. */
    readonly offer: (mails: readonly Owed<OwedMail>[]) => void;
  };

export type EmailPreview =
  | {
      readonly ok: true;
      readonly judgement: EmailJudgement;
      /** It would be caught on this machine. */
      readonly staysHere: boolean;
    }
  | Extract<EmailVerdict, { ok: false }>;

export class EmailSender {
  readonly #ports: EmailSenderPorts;
  #unsettled = 0;

  constructor(ports: EmailSenderPorts) {
    this.#ports = ports;
  }

  /** Nothing would be taken: there is no use in reading what comes. */
  get isFull(): boolean {
    return this.#unsettled >= unsettledMax;
  }

  /** Answers after the commit. Throws `StorageUnavailable` when nothing could be committed. */
  async send(request: EmailRequest): Promise<EmailReplyToClient> {
    if (this.isFull) {
      return { ok: false, refusal: { why: 'overloaded', retryAfterS: overloadRetryS } };
    }
    this.#unsettled += 1;
    try {
      return await this.#send(request);
    } finally {
      this.#unsettled -= 1;
    }
  }

  /** What a send would do: nothing is stored, no limit counts it, and no domain gets keys for it. */
  async preview(request: EmailRequest): Promise<EmailPreview> {
    const ports: JudgePorts = {
      ...this.#ports,
      chooseSender: (wish) => this.#ports.chooseSender({ ...wish, isTrial: true }),
    };
    const judged = await judgeEmail(request, ports);
    if (!judged.ok) return judged;
    judged.judgement.giveBack();
    const { going, caught } = judged.judgement;
    const staysHere = request.sandbox || isTest(request) || caught.size === going.length;
    return { ...judged, staysHere };
  }

  #send(request: EmailRequest): Promise<EmailReplyToClient> {
    return acceptOnce(
      request,
      {
        judge: () => judgeEmail(request, this.#ports),
        accept: (judgement) => this.#accept(judgement),
        giveBack: (judgement) => judgement.giveBack(),
      },
      this.#ports,
    );
  }

  async #accept(judgement: EmailJudgement): Promise<Answered<EmailSent>> {
    const { caller, reportUrl } = judgement.request;
    const endpointId =
      reportUrl === undefined ? null : await this.#ports.endpointFor(caller.account.id, reportUrl);
    if (endpointId === undefined) return notAccepted({ why: 'too many report addresses' });
    const draft = draftEmail(judgement, endpointId, this.#ports);
    await this.#saveAttachments(judgement, draft);
    return this.#commit(draft);
  }

  /** Before the commit that names them; what it then does not name is swept. */
  async #saveAttachments({ request }: EmailJudgement, { acceptance }: EmailDraft): Promise<void> {
    const { content, email } = acceptance;
    for (const [place, { bytes }] of request.attachments.entries()) {
      const { blob } = must(content.attachments[place], 'stored attachment');
      await this.#ports.store.saveBlob(blob, bytes, email.acceptedAtMs);
    }
  }

  async #commit({ acceptance, sent }: EmailDraft): Promise<Answered<EmailSent>> {
    const { events: maker, recorder, offer } = this.#ports;
    const facts = queuedFacts(acceptance);
    const events = await Promise.all(facts.map((fact) => maker.mailEvent(fact)));
    const result = await recorder.accept({ ...acceptance, events });
    if (result.kind === 'noticed before') throw new Error('A client’s email is no notice');
    if (result.kind === 'accepted' && acceptance.state === 'queued') offer(owedMails(acceptance));
    return answerOf(result, { sent, cost: acceptance.cost });
  }
}

function owedMails({ email, mails, jobs }: EmailDraft['acceptance']): readonly Owed<OwedMail>[] {
  return mails.map(({ id: mailId, address, name, variables }, place) => ({
    job: must(jobs[place], 'job of a mail'),
    load: {
      mailId,
      emailId: email.id,
      accountId: email.accountId,
      address,
      name,
      variables: variables ?? {},
      isPlay: email.test || email.sandbox,
      state: 'queued',
      deferredAs: null,
      deferredSinceMs: null,
    },
  }));
}
