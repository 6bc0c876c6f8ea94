/** Takes emails back before they leave, and tells of each of their mails. */
import type { Clock } from '#core/clock.ts';
import type { MailEventMaker } from '../mail-event-maker.ts';
import type { MailRecorder } from '../mail-recorder.ts';
import type { CancelWish, EmailStore } from './email-store.ts';

export type CancellerPorts = {
  readonly store: Pick<EmailStore, 'findCancellable' | 'findEmail'>;
  readonly recorder: Pick<MailRecorder, 'cancel'>;
  readonly events: Pick<MailEventMaker, 'mailEvent'>;
  readonly clock: Clock;
};

/** A mail may leave between the look and the commit, which then changes nothing. */
const triesMax = 3;

export class MailCanceller {
  readonly #ports: CancellerPorts;

  constructor(ports: CancellerPorts) {
    this.#ports = ports;
  }

  /** Answers how many mails were taken back: none where nothing of the email waits for later. */
  async cancel(wish: CancelWish): Promise<number> {
    const { store } = this.#ports;
    const email = await store.findEmail(wish.emailId);
    if (email?.accountId !== wish.accountId) return 0;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const mails = await store.findCancellable(wish);
      if (mails.length === 0) return 0;
      if (await this.#commit(wish, email, mails)) return mails.length;
    }
    return 0;
  }

  async #commit(
    wish: CancelWish,
    email: NonNullable<Awaited<ReturnType<EmailStore['findEmail']>>>,
    mails: Awaited<ReturnType<EmailStore['findCancellable']>>,
  ): Promise<boolean> {
    const { events: maker, recorder, clock } = this.#ports;
    const nowMs = clock.nowMs();
    const events = await Promise.all(
      mails.map(({ mailId, address }) =>
        maker.mailEvent({ email, mailId, address, kind: 'cancelled', atMs: nowMs, reason: null }),
      ),
    );
    const mailIds = mails.map(({ mailId }) => mailId);
    return recorder.cancel({ ...wish, nowMs, mailIds, events });
  }
}
