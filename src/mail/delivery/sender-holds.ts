/**
 * Sending domains whose mails are refused for lack of proof (SPF, DKIM, DMARC) by several receivers: they
 * rest until somebody may have put their records right, instead of bouncing one by one.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { loggedReason, type MailReason } from '../mail-fact.ts';

type Standing = { readonly refusedBy: Set<string>; untilMs: number; reason: MailReason };

const domainsRemembered = 10_000;
/** One receiver may be mistaken. */
const receiversThatCount = 3;
const holdMs = 3_600_000;

export class SenderHolds {
  readonly #ports: { readonly clock: Clock; readonly log: Log };
  readonly #standings = new BoundedMap<string, Standing>(domainsRemembered);

  constructor(ports: { readonly clock: Clock; readonly log: Log }) {
    this.#ports = ports;
  }

  /** Why mails of the domain wait; undefined: they do not. */
  reasonOf(domain: string): MailReason | undefined {
    const standing = this.#standings.get(domain);
    if (standing === undefined || standing.untilMs <= this.#ports.clock.nowMs()) return undefined;
    return standing.reason;
  }

  refused(domain: string, receiver: string, reason: MailReason): void {
    const { clock, log } = this.#ports;
    const standing = this.#standings.get(domain) ?? { refusedBy: new Set(), untilMs: 0, reason };
    this.#standings.set(domain, standing);
    standing.refusedBy.add(receiver);
    standing.reason = reason;
    if (standing.refusedBy.size < receiversThatCount) return;
    standing.refusedBy.clear();
    standing.untilMs = clock.nowMs() + holdMs;
    log.error('mail.sender_held', { domain, ...loggedReason(reason), untilMs: standing.untilMs });
  }
}
