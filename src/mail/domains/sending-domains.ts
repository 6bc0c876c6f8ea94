/** Which sender an email has, and the keys that sign for it. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { type DomainName, domainOf, parseEmailAddress } from '#core/email-address.ts';
import type { Sealer } from '#core/sealed.ts';
import type { SigningKeys } from '../dkim/sign.ts';
import type { ChosenSender, SenderWish } from '../sending/judge-email.ts';
import { makeKeys, openSigningKeys } from './domain-keys.ts';
import type { DomainStore } from './domain-store.ts';
import type { MailDirectory } from './mail-directory.ts';
import { domainsMax, type MailDomain } from './mail-domain.ts';

/** Who signs: the domain's keys, nobody here (a verified address whose relay signs), or nobody at all. */
export type MailKeys =
  | { readonly signs: 'domain'; readonly keys: SigningKeys }
  | { readonly signs: 'relay' }
  | { readonly signs: 'nobody'; readonly failure: string };

type SendingPorts = {
  readonly store: Pick<DomainStore, 'keepKeysForCaught'>;
  readonly directory: () => MailDirectory;
  /** After a change that cannot wait until somebody notices it. */
  readonly readAgain: () => Promise<unknown>;
  readonly sealer: Sealer;
  readonly clock: Clock;
};

/** Of an account without a sender, for what stays on this machine. */
const senderOfCatcher = { address: 'hello@parley.test', name: 'Parley' };
/** A thousand domains' keys take some megabytes. */
const openedMax = 2_000;

export class SendingDomains {
  readonly #ports: SendingPorts;
  readonly #opened = new BoundedMap<string, SigningKeys>(openedMax);
  readonly #making = new Map<string, Promise<unknown>>();

  constructor(ports: SendingPorts) {
    this.#ports = ports;
  }

  async chooseSender({
    accountId,
    from,
    isCaught,
    isTrial = false,
  }: SenderWish): Promise<ChosenSender> {
    const directory = this.#ports.directory();
    const standing = directory.defaultSender(accountId);
    const wanted = from ?? standing ?? (isCaught ? senderOfCatcher : undefined);
    if (wanted === undefined) return { ok: false, refusal: { why: 'mail sender is missing' } };
    const address = parseEmailAddress(wanted.address);
    const chosen = { ok: true, from: { address: wanted.address, name: wanted.name } } as const;
    if (address !== undefined && isCaught) {
      if (!isTrial) await this.#ensureKeys(accountId, domainOf(address));
      return chosen;
    }
    const domain = address && directory.findDomain(accountId, domainOf(address));
    const isVerified =
      address !== undefined &&
      (isProved(domain) ||
        domain?.staysHere === true ||
        (!isLost(domain) && directory.findSender(accountId, address) !== undefined));
    const refusal = { why: 'mail sender is not verified', sender: wanted.address } as const;
    return isVerified ? chosen : { ok: false, refusal };
  }

  /** A domain signs as soon as it has keys; what leaves this machine was sent by one that is proved. */
  keysFor(accountId: number, domain: string): MailKeys {
    const found = this.#ports.directory().findDomain(accountId, domain);
    if (found === undefined) return { signs: 'relay' };
    const key = `${found.id} ${found.rotation}`;
    try {
      const keys = this.#opened.get(key) ?? openSigningKeys(found, this.#ports.sealer);
      this.#opened.set(key, keys);
      return { signs: 'domain', keys };
    } catch (error) {
      return { signs: 'nobody', failure: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Its mail does not leave, whatever the mode of the server. */
  staysHere(accountId: number, domain: string): boolean {
    return this.#ports.directory().findDomain(accountId, domain)?.staysHere === true;
  }

  /** Its bounces come back here, where they are read. */
  takesBounces(accountId: number, domain: string): boolean {
    return (this.#ports.directory().findDomain(accountId, domain)?.returnPathAtMs ?? null) !== null;
  }

  /** By any account, whether or not it has proved it. */
  isSentFrom(domain: string): boolean {
    return this.#ports.directory().hasDomain(domain);
  }

  /** Emails of one new domain that come at the same time wait for the same keys. */
  async #ensureKeys(accountId: number, name: DomainName): Promise<void> {
    const directory = this.#ports.directory();
    if (directory.findDomain(accountId, name) !== undefined) return;
    // A caller who makes senders up runs out of domains with keys; their mail is caught without a signature.
    if (directory.countDomains(accountId) >= domainsMax) return;
    const key = `${accountId} ${name}`;
    const making = this.#making.get(key) ?? this.#makeKeys(accountId, name);
    this.#making.set(key, making);
    try {
      await making;
    } finally {
      this.#making.delete(key);
    }
  }

  async #makeKeys(accountId: number, name: DomainName): Promise<void> {
    const { store, sealer, clock, readAgain } = this.#ports;
    const keys = await makeKeys({ accountId, name }, sealer);
    await store.keepKeysForCaught({ accountId, name, keys }, clock.nowMs());
    await readAgain();
  }
}

/** It was proved, and is no more: its addresses may be somebody else's now. */
function isLost(domain: MailDomain | undefined): boolean {
  return domain !== undefined && domain.verifiedAtMs === null && domain.proofMissingAtMs !== null;
}

function isProved(domain: MailDomain | undefined): boolean {
  return domain !== undefined && domain.verifiedAtMs !== null;
}
