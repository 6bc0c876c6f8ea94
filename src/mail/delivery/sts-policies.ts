/**
 * Policies of domains, remembered until their time is over: a policy that cannot be asked for now holds all
 * the same, for else an attacker in between would only have to be in the way (RFC 8461 §5.1).
 */
import type { Clock } from '#core/clock.ts';
import type { Dns } from '#core/dns.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { DeliveryStore, StoredPolicy } from './delivery-store.ts';
import { readStsId, readStsPolicy } from './sts-policy.ts';

export type StsPorts = {
  readonly dns: Pick<Dns, 'findTxt'>;
  readonly fetch: (domain: string) => Promise<string | undefined>;
  readonly store: Pick<DeliveryStore, 'findPolicy' | 'savePolicy'>;
  readonly clock: Clock;
  readonly log: Log;
};

export class StsPolicies {
  readonly #ports: StsPorts;

  constructor(ports: StsPorts) {
    this.#ports = ports;
  }

  /** The one that holds now; asked once for each look at a domain's servers, which is remembered. */
  async of(domain: string): Promise<StoredPolicy | undefined> {
    const { dns, store, clock, log } = this.#ports;
    const answer = await dns.findTxt(`_mta-sts.${domain}`);
    const id = answer.found === 'records' ? readStsId(answer.records) : undefined;
    const stored = await store.findPolicy(domain);
    const nowMs = clock.nowMs();
    const valid = stored !== undefined && stored.expiresAtMs > nowMs ? stored : undefined;
    if (id === undefined || id === valid?.id) return valid;
    const policy = readStsPolicy((await this.#ports.fetch(domain)) ?? '');
    if (policy === undefined) {
      log.warn('mail.policy_unfetched', { domain, id, kept: valid?.id });
      return valid;
    }
    const { mode, mx, maxAgeMs } = policy;
    const fetched = { domain, id, mode, mx, fetchedAtMs: nowMs, expiresAtMs: nowMs + maxAgeMs };
    await this.#save(fetched);
    return fetched;
  }

  async #save(policy: StoredPolicy): Promise<void> {
    try {
      await this.#ports.store.savePolicy(policy);
    } catch (error) {
      // It holds for this look, and is fetched again for the next.
      this.#ports.log.warn('mail.policy_unsaved', { domain: policy.domain, ...errorFields(error) });
    }
  }
}
