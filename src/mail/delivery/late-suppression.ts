/** Looks at the suppression list right before a mail leaves: it may have waited for days. */
import type { Clock } from '#core/clock.ts';
import { Batcher } from '#queue/batcher.ts';
import { type Suppression, suppressedForm } from '../suppression/suppression.ts';
import type { SuppressionStore } from '../suppression/suppression-store.ts';
import type { OwedMail } from './delivery-store.ts';
import type { EmailCache } from './email-cache.ts';

export type LateSuppressionPorts = {
  readonly emails: Pick<EmailCache, 'find'>;
  readonly store: Pick<SuppressionStore, 'findSuppressed'>;
  readonly clock: Clock;
};

/** Mails that one turn of the loop prepares are looked up together. */
export class LateSuppression {
  readonly #ports: LateSuppressionPorts;
  readonly #looks: Batcher<OwedMail, readonly Suppression[]>;

  constructor(ports: LateSuppressionPorts) {
    this.#ports = ports;
    this.#looks = new Batcher((mails) => this.#lookUp(mails));
  }

  async isSuppressed(mail: OwedMail): Promise<boolean> {
    const entries = await this.#looks.add(mail);
    if (entries.length === 0) return false;
    const email = (await this.#ports.emails.find(mail.emailId))?.email;
    return entries.some((entry) => stops(entry, email));
  }

  async #lookUp(mails: readonly OwedMail[]): Promise<readonly (readonly Suppression[])[]> {
    const { store, clock } = this.#ports;
    const addresses = new Map<number, Set<string>>();
    for (const { accountId, address } of mails) {
      const asked = addresses.get(accountId) ?? new Set();
      addresses.set(accountId, asked.add(suppressedForm(address)));
    }
    const asked = [...addresses].map(([accountId, all]) => ({ accountId, addresses: [...all] }));
    const found = await store.findSuppressed(asked, clock.nowMs());
    return mails.map(({ accountId, address }) =>
      found.filter(
        (each) => each.accountId === accountId && each.address === suppressedForm(address),
      ),
    );
  }
}

/** A notice of ours is no mailing: a person who unsubscribed still gets it, a mailbox that is gone does not. */
function stops(
  { stream, reason }: Suppression,
  email: { readonly stream: string | null; readonly notice: string | null } | undefined,
): boolean {
  const isNotice = email !== undefined && email.notice !== null;
  if (isNotice && reason !== 'hard' && reason !== 'complaint') return false;
  return stream === '' || stream === email?.stream;
}
