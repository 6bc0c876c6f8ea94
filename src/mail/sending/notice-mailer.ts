/**
 * Mails of our own, for voicemail and the like: each is sent once, however often it is asked for, free of
 * charge, before other mail. Who unsubscribed still gets it; a mailbox that is gone, or called our mail
 * spam, does not.
 */

import { must } from '#core/assert.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { zero } from '#core/money.ts';
import type { Sealer } from '#core/sealed.ts';
import { mailIdOf } from '#model/ids.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import { takeId } from '#queue/id-source.ts';
import type { Owed } from '#queue/job.ts';
import type { OwedMail } from '../delivery/delivery-store.ts';
import type { Email } from '../email.ts';
import type { Attachment, Mailbox, Variables } from '../message/email-content.ts';
import { suppressedForm } from '../suppression/suppression.ts';
import type { SuppressionStore } from '../suppression/suppression-store.ts';
import { contentOf, type DraftPorts } from './draft-email.ts';
import type { EmailStore } from './email-store.ts';
import { sealSecrets } from './notice-secrets.ts';

export type Notice = {
  /** Of whatever it tells: the same key is the same mail. */
  readonly dedupKey: string;
  readonly accountId: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly to: Mailbox;
  readonly subject: string;
  readonly html: string;
  readonly text?: string | undefined;
  readonly attachments: readonly Attachment[];
  /** Of words in its text: what must not be read where the mail is stored. */
  readonly secrets?: Variables | undefined;
  /** Afterwards it tells nothing any more; undefined: for three days. */
  readonly validUntilMs?: number | undefined;
  /** It is about something simulated, and stays here. */
  readonly isTest: boolean;
};

/** `refused`: the mailbox takes no mail of the account; `unaddressed`: it is no address. */
export type NoticeReply =
  | { readonly ok: true; readonly emailId: number }
  | { readonly ok: false; readonly why: 'refused' | 'unaddressed' | 'no sender' };

/** What became of a notice. */
export type NoticeFate = 'waiting' | 'sent' | 'not sent';

export type NoticePorts = DraftPorts & {
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly store: Pick<EmailStore, 'acceptEmail' | 'findNotice' | 'mailsOf' | 'saveBlob'>;
  readonly suppressions: Pick<SuppressionStore, 'findSuppressed'>;
  /** As whom notices of an account are sent. */
  readonly senderOf: (accountId: number, isCaught: boolean) => Promise<Mailbox | undefined>;
  readonly offer: (mails: readonly Owed<OwedMail>[]) => void;
};

const validityMs = 72 * 3_600_000;
const obeyed: ReadonlySet<string> = new Set(['hard', 'complaint']);

export class NoticeMailer {
  readonly #ports: NoticePorts;

  constructor(ports: NoticePorts) {
    this.#ports = ports;
  }

  /** Answers after the commit. Throws `StorageUnavailable` when nothing could be committed. */
  async send(notice: Notice): Promise<NoticeReply> {
    const { store } = this.#ports;
    const known = await store.findNotice(notice.dedupKey);
    if (known !== undefined) return { ok: true, emailId: known.id };
    const { accountId, isTest, to } = notice;
    const address = parseEmailAddress(to.address.trim());
    if (address === undefined) return { ok: false, why: 'unaddressed' };
    if (await this.#isRefused(accountId, address)) return { ok: false, why: 'refused' };
    const from = await this.#ports.senderOf(accountId, isTest);
    if (from === undefined) return { ok: false, why: 'no sender' };
    return this.#accept(notice, { address, from });
  }

  /** Undefined: there is no such notice. */
  async fateOf(dedupKey: string): Promise<NoticeFate | undefined> {
    const { store } = this.#ports;
    const email = await store.findNotice(dedupKey);
    if (email === undefined) return undefined;
    const [mail] = await store.mailsOf(email.accountId, email.id);
    return mail && fateOf(mail.state);
  }

  async #isRefused(accountId: number, address: string): Promise<boolean> {
    const { suppressions, clock } = this.#ports;
    const asked = [{ accountId, addresses: [suppressedForm(address)] }];
    const found = await suppressions.findSuppressed(asked, clock.nowMs());
    return found.some(({ stream, reason }) => stream === '' && obeyed.has(reason));
  }

  async #accept(
    notice: Notice,
    { address, from }: { readonly address: string; readonly from: Mailbox },
  ): Promise<NoticeReply> {
    const { store, offer } = this.#ports;
    const content = contentOf(notice);
    const email = this.#makeEmail(notice, from, content.hash);
    for (const [place, { bytes }] of notice.attachments.entries()) {
      const { blob } = must(content.attachments[place], 'stored attachment');
      await store.saveBlob(blob, bytes, email.acceptedAtMs);
    }
    const mail = {
      id: mailIdOf(email.id, 0),
      address,
      name: notice.to.name ?? '',
      variables: null,
      cost: zero,
    };
    const owed = this.#owe(email, mail);
    const result = await store.acceptEmail({
      email,
      content,
      mails: [mail],
      state: 'queued',
      jobs: [owed.job],
      purse: email.test ? 'test' : 'live',
      cost: zero,
      idempotency: undefined,
      events: [],
    });
    if (result.kind === 'accepted') {
      offer([owed]);
      return { ok: true, emailId: email.id };
    }
    // Another process was faster.
    const first = must(await store.findNotice(notice.dedupKey), 'notice that stood in the way');
    return { ok: true, emailId: first.id };
  }

  #owe(
    { id: emailId, accountId, acceptedAtMs, validUntilMs, test, from }: Email,
    { id: mailId, address, name }: { id: number; address: string; name: string },
  ): Owed<OwedMail> {
    const { jobIds, laneOf } = this.#ports;
    const sender = from.address;
    const lane = laneOf({ address, sender, urgency: 'urgent', accountId, isCaught: test });
    return {
      job: {
        id: takeId(jobIds),
        lane,
        dueAtMs: acceptedAtMs,
        attempt: 0,
        orderKey: null,
        expiresAtMs: validUntilMs,
        subject: mailId,
      },
      load: {
        mailId,
        emailId,
        accountId,
        address,
        name,
        variables: {},
        isPlay: test,
        state: 'queued',
        deferredAs: null,
        deferredSinceMs: null,
      },
    };
  }

  #makeEmail(
    { dedupKey, accountId, currency, isTest, secrets = {}, validUntilMs }: Notice,
    from: Mailbox,
    contentHash: string,
  ): Email {
    const { emailIds, clock, sealer } = this.#ports;
    const acceptedAtMs = clock.nowMs();
    const id = takeId(emailIds);
    return {
      id,
      accountId,
      keyId: 0,
      acceptedAtMs,
      scheduledAtMs: null,
      validUntilMs: validUntilMs ?? acceptedAtMs + validityMs,
      from,
      replyTo: null,
      copies: null,
      contentHash,
      headers: [],
      variables: sealSecrets(secrets, id, sealer),
      metadata: null,
      tag: '',
      urgency: 'urgent',
      stream: null,
      trackOpens: false,
      trackClicks: false,
      reportUrl: null,
      reportEndpointId: null,
      currency,
      test: isTest,
      sandbox: false,
      requestId: '',
      notice: dedupKey,
    };
  }
}

export function fateOf(state: MailFactKind): NoticeFate {
  return fates[state];
}

const fates: Readonly<Record<MailFactKind, NoticeFate>> = {
  scheduled: 'waiting',
  queued: 'waiting',
  deferred: 'waiting',
  held: 'waiting',
  sent: 'sent',
  caught: 'sent',
  complained: 'sent',
  bounced: 'not sent',
  failed: 'not sent',
  suppressed: 'not sent',
  cancelled: 'not sent',
};
