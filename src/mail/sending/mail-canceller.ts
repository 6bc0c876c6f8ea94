/**
 * Takes emails back as far as nothing of them has left, and tells of each of their mails.
 *
 * The owner of a lane takes mails out of its turn before the commit, so that none of them leaves meanwhile.
 * Of lanes that other processes own only mails are taken that are due later.
 */
import type { Clock } from '#core/clock.ts';
import { isTaken, isWaiting, type MailFactKind } from '#model/mail-state.ts';
import type { Email } from '../email.ts';
import type { MailEventMaker } from '../mail-event-maker.ts';
import type { MailRecorder } from '../mail-recorder.ts';
import type { CancelWish, EmailStore, WaitingMail } from './email-store.ts';

/** Mails that were asked back from those who deliver. */
export type Recall = {
  /** They leave no more until `end` says what became of them. */
  readonly mails: readonly WaitingMail[];
  readonly end: (isCancelled: boolean) => void;
};

export type CancellerPorts = {
  readonly store: Pick<EmailStore, 'findCancellable' | 'findEmail'>;
  readonly recorder: Pick<MailRecorder, 'cancel'>;
  readonly events: Pick<MailEventMaker, 'mailEvent'>;
  /** Without those that are with a server, or on their way to one. */
  readonly recall: (mails: readonly WaitingMail[]) => Recall;
  readonly clock: Clock;
};

/** What is due later than that no other process has in memory. */
const elsewhereMs = 5_000;

/** Whether nobody can have begun with it, no matter who owns its lane. */
export function leavesLater({ dueAtMs }: WaitingMail, nowMs: number): boolean {
  return dueAtMs > nowMs + elsewhereMs;
}

/** Why nothing was taken back, by where the mails of an email stand. */
export function whyNotCancelled(
  states: readonly MailFactKind[],
): 'email is leaving' | 'message is cancelled' | 'message is sent' | 'email has ended' {
  if (states.some(isWaiting)) return 'email is leaving';
  if (states.every((state) => state === 'cancelled')) return 'message is cancelled';
  const hasLeft = states.some((state) => isTaken(state) || state === 'complained');
  return hasLeft ? 'message is sent' : 'email has ended';
}

/** A mail may change between the look and the commit, which then changes nothing. */
const triesMax = 3;

export class MailCanceller {
  readonly #ports: CancellerPorts;

  constructor(ports: CancellerPorts) {
    this.#ports = ports;
  }

  /** Answers how many mails were taken back: none where nothing of the email waits. */
  async cancel(wish: Omit<CancelWish, 'leavesAfterMs'>): Promise<number> {
    const { store, recall } = this.#ports;
    const email = await store.findEmail(wish.emailId);
    if (email?.accountId !== wish.accountId) return 0;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const waiting = await store.findCancellable({ ...wish, leavesAfterMs: 0 });
      const { mails, end } = recall(waiting);
      let isDone = false;
      try {
        isDone = mails.length > 0 && (await this.#commit(email, mails));
      } finally {
        end(isDone);
      }
      if (isDone || mails.length === 0) return mails.length;
    }
    return 0;
  }

  /** How many mails `cancel` would take back at this instant: they are asked back, and go on at once. */
  async countCancellable(wish: Omit<CancelWish, 'leavesAfterMs'>): Promise<number> {
    const { store, recall } = this.#ports;
    const waiting = await store.findCancellable({ ...wish, leavesAfterMs: 0 });
    if (waiting.length === 0) return 0;
    const { mails, end } = recall(waiting);
    end(false);
    return mails.length;
  }

  async #commit(email: Email, mails: readonly WaitingMail[]): Promise<boolean> {
    const { events: maker, recorder, clock } = this.#ports;
    const nowMs = clock.nowMs();
    const events = await Promise.all(
      mails.map(({ mailId, address }) =>
        maker.mailEvent({ email, mailId, address, kind: 'cancelled', atMs: nowMs, reason: null }),
      ),
    );
    const mailIds = mails.map(({ mailId }) => mailId);
    const wish = { accountId: email.accountId, emailId: email.id, leavesAfterMs: 0 };
    return recorder.cancel({ ...wish, nowMs, mailIds, events });
  }
}
