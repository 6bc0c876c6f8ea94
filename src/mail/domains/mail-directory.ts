/** All sending domains and senders, in memory: every email asks for its own. */
import type { DomainStore } from './domain-store.ts';
import type { MailDomain, MailSender } from './mail-domain.ts';

export class MailDirectory {
  readonly #domains: ReadonlyMap<string, MailDomain>;
  readonly #names: ReadonlySet<string>;
  readonly #counts: ReadonlyMap<number, number>;
  readonly #senders: ReadonlyMap<string, MailSender>;
  readonly #defaults: ReadonlyMap<number, MailSender>;

  static async read(
    store: Pick<DomainStore, 'listSigningDomains' | 'listSenders'>,
  ): Promise<MailDirectory> {
    return new MailDirectory(await store.listSigningDomains(), await store.listSenders());
  }

  constructor(domains: readonly MailDomain[], senders: readonly MailSender[]) {
    this.#domains = new Map(domains.map((each) => [keyOf(each.accountId, each.name), each]));
    this.#names = new Set(domains.map(({ name }) => name));
    const byAccount = Map.groupBy(domains, ({ accountId }) => accountId);
    this.#counts = new Map([...byAccount].map(([id, own]) => [id, own.length]));
    this.#senders = new Map(senders.map((each) => [keyOf(each.accountId, each.address), each]));
    const defaults = senders.filter(({ isDefault }) => isDefault);
    this.#defaults = new Map(defaults.map((each) => [each.accountId, each]));
  }

  /** Proved or not. */
  findDomain(accountId: number, name: string): MailDomain | undefined {
    return this.#domains.get(keyOf(accountId, name));
  }

  /** Of any account. */
  hasDomain(name: string): boolean {
    return this.#names.has(name);
  }

  countDomains(accountId: number): number {
    return this.#counts.get(accountId) ?? 0;
  }

  findSender(accountId: number, address: string): MailSender | undefined {
    return this.#senders.get(keyOf(accountId, address));
  }

  defaultSender(accountId: number): MailSender | undefined {
    return this.#defaults.get(accountId);
  }
}

function keyOf(accountId: number, name: string): string {
  return `${accountId} ${name}`;
}
