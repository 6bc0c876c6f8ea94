/** What becomes of the mails of one lane: endings that carry its lease, its clock and its chance. */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { isTaken } from '#model/mail-state.ts';
import type { Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { MailReason } from '../mail-fact.ts';
import type { Connections, Link, ReadyMail, Sent } from './connections.ts';
import type { OwedMail } from './delivery-store.ts';
import type { MadeMail } from './mail-maker.ts';
import {
  type Ending,
  end,
  giveUp,
  type Judged,
  judge,
  lost,
  type Outcome,
  park,
  putOff,
  suppressed,
  type Tried,
} from './outcome.ts';

export type LaneEndingsPorts = {
  readonly lease: Lease;
  readonly site: string;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly random: () => number;
};

type Lost = Extract<Sent['result'], { readonly did: 'lose' }>;

export class LaneEndings {
  readonly #ports: LaneEndingsPorts;

  constructor(ports: LaneEndingsPorts) {
    this.#ports = ports;
  }

  tried({ owed }: ReadyMail, { host, ip, security }: Link, startedAtMs: number): Tried {
    const { site } = this.#ports;
    return { ...this.#at(owed), site, host, ip, security, startedAtMs };
  }

  judge(tried: Tried, result: Judged): Outcome {
    return judge(tried, result, this.#ports.random());
  }

  lost(tried: Tried, result: Lost): Ending {
    return lost(tried, result, this.#ports.random());
  }

  /** Without having been given to a server. */
  putOff(owed: Owed<OwedMail>, reason: MailReason, { isCounted = false } = {}): Ending {
    const random = this.#ports.random();
    return putOff(this.#at(owed), { random, reason, counted: isCounted });
  }

  /** Something of ours broke: it goes again later, like one that its server put off. */
  broken(owed: Owed<OwedMail>, text: string): Ending {
    return this.putOff(owed, ourReason('temporary', text));
  }

  unmade(owed: Owed<OwedMail>, { why, reason }: Extract<MadeMail, { readonly ok: false }>): Ending {
    return why === 'missing'
      ? end(this.#at(owed), 'failed', ourReason('expired', reason), 'connect')
      : this.putOff(owed, ourReason('unsigned', reason));
  }

  /** Its sender hears why it waits; it comes back when its server is tried again, or its time is over. */
  parked(owed: Owed<OwedMail>, way: Connections): Ending {
    const random = this.#ports.random();
    const notBeforeMs = way.breaker.openUntilMs;
    return park(this.#at(owed), { random, reason: unreachable(way), notBeforeMs });
  }

  suppressed(owed: Owed<OwedMail>): Ending {
    return suppressed(this.#at(owed));
  }

  /** No server takes mail for it. */
  bounced(owed: Owed<OwedMail>, reason: MailReason): Ending {
    return end(this.#at(owed), 'bounced', reason, 'connect');
  }

  /** Its time was over; `broken`: its way, where that was closed. */
  expired(owed: Owed<OwedMail>, broken: Connections | undefined): Ending {
    const reason =
      broken === undefined
        ? ourReason(owed.load.deferredAs ?? 'expired', 'its time was over')
        : unreachable(broken);
    return giveUp(this.#at(owed), reason);
  }

  /** Its time was over while its server was silent. */
  unanswered(owed: Owed<OwedMail>, { why }: Connections): Ending {
    const reason = ourReason('in-doubt', 'its time was over before the server answered');
    return giveUp(this.#at(owed), { ...reason, host: why.host });
  }

  #at(owed: Owed<OwedMail>): Pick<Tried, 'owed' | 'lease' | 'nowMs'> {
    const { lease, clock } = this.#ports;
    return { owed, lease, nowMs: clock.nowMs() };
  }
}

export function logAttempt(
  { owed, host, ip, startedAtMs, nowMs }: Tried,
  { fact, attempt, retry }: Ending,
  { log, bytes }: { readonly log: Log; readonly bytes: number },
): void {
  const isSent = isTaken(fact?.kind);
  if (isSent && !log.debugs) return;
  const { mailId, accountId } = owed.load;
  const { stage, code, enhanced, outcome } = attempt ?? {};
  const answer = { outcome, stage, code, enhanced, durationMs: Math.round(nowMs - startedAtMs) };
  const told = { mailId, accountId, lane: owed.job.lane, host, ip, bytes, ...answer };
  log[isSent ? 'debug' : 'info']('mail.attempted', { ...told, retryAtMs: retry?.dueAtMs });
}

function unreachable({ why }: Connections): MailReason {
  return { ...ourReason('unreachable', why.text), host: why.host };
}

function ourReason(why: MailReason['class'], text: string): MailReason {
  return { class: why, code: 0, enhanced: '', text, host: '' };
}
