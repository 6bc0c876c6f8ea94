/**
 * Protects against server-side request forgery (SSRF): a connection made for a customer (webhook, MTA-STS policy,
 * link) must not reach this machine or its private network. The address decides, not the name, and the
 * connection goes to the address that was checked, so DNS rebinding changes nothing.
 */

import { type AddressRange, isInRange, meantAddress, parseAddressRange } from './address-range.ts';
import { refuseAddress, refuseNamed } from './address-refusal.ts';
import type { FaultText } from './attempt-fault.ts';
import type { Clock } from './clock.ts';
import { type IpAddress, parseIpAddress } from './ip-address.ts';
import {
  dnsResolver,
  type NameResolver,
  RememberingResolver,
  systemResolver,
} from './name-resolver.ts';
import { fillSentence, type Sentence } from './words.ts';

export type CheckedUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: Sentence };

export type VettedHost =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly why: 'forbidden' | 'unresolved'; readonly reason: Sentence };

export type AddressGuardOptions = {
  /** Ranges, addresses and host names that are open although they are not public. */
  readonly allow: readonly string[];
  readonly clock: Clock;
  /** This machine's addresses: a webhook to our own API would loop. */
  readonly ownAddresses: () => readonly string[];
  /** Asks for names that are not in `allow`. */
  readonly resolver?: NameResolver | undefined;
  /** Asks for names that are. */
  readonly allowedResolver?: NameResolver | undefined;
  /** Told of each connection that is not to be made, by what its address is. */
  readonly refused?: ((what: string) => void) | undefined;
};

const urlCharactersMax = 2_048;
const loopback = ['127.0.0.1', '::1'];

/** Each continues the name of a URL or a host in English, or stands in one that does. */
const reasons = {
  tooLong: { en: 'is longer than {max} characters', fr: 'elle dépasse {max} caractères' },
  notUrl: { en: 'is not a URL', fr: 'ce n’est pas une URL' },
  otherScheme: { en: 'is neither http nor https', fr: 'ce n’est ni http ni https' },
  credentials: {
    en: 'carries a user name or a password',
    fr: 'elle porte un nom d’utilisateur ou un mot de passe',
  },
  port: {
    en: 'has port {port}: 80, 443 or 1024 and above',
    fr: 'elle a le port {port} : il faut 80, 443, ou 1024 et plus',
  },
  noAddress: { en: 'has no address' satisfies FaultText, fr: 'elle n’a pas d’adresse' },
  leads: { en: 'leads to {address}, {what}', fr: 'elle mène à {address}, {what}' },
  own: { en: 'an address of this machine', fr: 'une adresse de cette machine' },
  unreadable: { en: 'no address', fr: 'qui n’est pas une adresse' },
} satisfies Record<string, Sentence>;

export class AddressGuard {
  readonly #ranges: readonly AddressRange[];
  readonly #names: ReadonlySet<string>;
  readonly #ownAddresses: () => readonly string[];
  readonly #resolver: NameResolver;
  readonly #allowedResolver: NameResolver;
  readonly #refused: AddressGuardOptions['refused'];

  /** Throws if an entry of `allow` is neither a range nor a name: no hole may open, or stay shut, by a typo. */
  constructor(options: AddressGuardOptions) {
    const { clock, resolver = dnsResolver(), allowedResolver = systemResolver() } = options;
    const { ranges, names } = readAllowed(options.allow);
    this.#ranges = ranges;
    this.#names = names;
    this.#ownAddresses = options.ownAddresses;
    this.#resolver = new RememberingResolver(resolver, clock);
    this.#allowedResolver = new RememberingResolver(allowedResolver, clock);
    this.#refused = options.refused;
  }

  /** What can be told without asking anybody: syntax, scheme, port, length, an address written out. */
  checkUrl(text: string): CheckedUrl {
    if (text.length > urlCharactersMax) {
      return { ok: false, reason: fillSentence(reasons.tooLong, { max: urlCharactersMax }) };
    }
    // The parser folds 0x7f.1, 2130706433, 127.1 and full-width digits to 127.0.0.1.
    const url = URL.parse(text);
    if (url === null) return { ok: false, reason: reasons.notUrl };
    const reason = refuseForm(url);
    if (reason !== undefined) return { ok: false, reason };
    const vetted = this.#vetUnasked(plainHost(url.hostname));
    if (vetted?.ok === false) return { ok: false, reason: vetted.reason };
    url.hash = '';
    return { ok: true, url };
  }

  /** The addresses of a URL's host, every one of them fit to connect to. */
  async vet(hostname: string): Promise<VettedHost> {
    const vetted = await this.#vet(plainHost(hostname));
    if (!vetted.ok && vetted.why === 'forbidden') this.#refused?.(whatIs(vetted.reason.en));
    return vetted;
  }

  async #vet(host: string): Promise<VettedHost> {
    const known = this.#vetUnasked(host);
    if (known !== undefined) return known;
    if (this.#names.has(host)) {
      const { addresses } = await this.#allowedResolver.resolve(host);
      return judge(addresses, refuseNamed(this.#ranges));
    }
    const { addresses } = await this.#resolver.resolve(host);
    return judge(addresses, this.#refuse);
  }

  /** Hosts whose addresses nobody need be asked for. */
  #vetUnasked(host: string): VettedHost | undefined {
    if (parseIpAddress(host) !== undefined) return judge([host], this.#refuse);
    if (!isLocalhost(host) || this.#names.has(host)) return undefined;
    // RFC 6761 §6.3: these names mean this machine, and no server is to be asked for them.
    const open = loopback.filter((address) => judge([address], this.#refuse).ok);
    return judge(open.length > 0 ? open : loopback, this.#refuse);
  }

  readonly #refuse = (address: IpAddress): Sentence | undefined => {
    const refusal = refuseAddress(address, this.#ranges);
    if (refusal !== undefined) return refusal;
    if (this.#ranges.some((range) => isInRange(address, range))) return undefined;
    return this.#isOwn(address) ? reasons.own : undefined;
  };

  #isOwn(address: IpAddress): boolean {
    return this.#ownAddresses().some((text) => {
      const own = parseIpAddress(text);
      return own?.family === address.family && own.bits === address.bits;
    });
  }
}

/** What the form of a URL already rules out. */
function refuseForm(url: URL): Sentence | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return reasons.otherScheme;
  if (url.username !== '' || url.password !== '') return reasons.credentials;
  const port = url.port === '' ? 443 : Number(url.port);
  // Below 1024 live mail, SSH and their like, which a POST could be made to talk to.
  const isOpen = port === 80 || port === 443 || port >= 1_024;
  return isOpen ? undefined : fillSentence(reasons.port, { port });
}

/** One refused address refuses the name: which one a connection would take is not ours to tell. */
function judge(
  addresses: readonly string[],
  refuse: (address: IpAddress) => Sentence | undefined,
): VettedHost {
  if (addresses.length === 0) return { ok: false, why: 'unresolved', reason: reasons.noAddress };
  for (const text of addresses) {
    const address = parseIpAddress(text);
    const what = address === undefined ? reasons.unreadable : refuse(meantAddress(address));
    if (what !== undefined) {
      const reason = fillSentence(reasons.leads, { address: text, what });
      return { ok: false, why: 'forbidden', reason };
    }
  }
  return { ok: true, addresses };
}

/** "a private address" of "leads to 10.0.0.1, a private address": our words alone. */
function whatIs(reason: string): string {
  return reason.slice(reason.indexOf(', ') + 2);
}

/** `[::1]` and `Hooks.Example.` as an address or a name is written elsewhere. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

function readAllowed(allow: readonly string[]): {
  readonly ranges: readonly AddressRange[];
  readonly names: ReadonlySet<string>;
} {
  const ranges: AddressRange[] = [];
  const names = new Set<string>();
  for (const entry of allow) {
    const range = parseAddressRange(entry);
    const name = plainHost(entry);
    if (range !== undefined) ranges.push(range);
    // A last label of digits is a range gone wrong: no top-level domain is one (RFC 3696 §2).
    else if (hostName.test(name) && !/(?:^|\.)\d+$/.test(name)) names.add(name);
    else throw new UnreadableAllowance(entry);
  }
  return { ranges, names };
}

/** An entry of the allowed addresses is neither a range nor a name. */
export class UnreadableAllowance extends Error {
  override readonly name = 'UnreadableAllowance';

  constructor(entry: string) {
    super(`"${entry}" is neither an address range such as 10.20.0.0/16 nor a host name`);
  }
}
