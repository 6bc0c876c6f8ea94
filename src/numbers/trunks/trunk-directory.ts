/** The trunks as they stand now: whose a call is that comes in, and where one goes that we make. */
import { type AddressRange, isInRange, parseAddressRange } from '#core/address-range.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { parseIpAddress } from '#core/ip-address.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Trunk } from './trunk.ts';
import type { TrunkStore } from './trunk-store.ts';

/** Carriers have few addresses; those of strangers push each other out. */
const ownersMax = 1_000;

type Source = { readonly range: AddressRange; readonly trunk: Trunk };

export class TrunkDirectory {
  readonly trunks: readonly Trunk[];
  readonly #outbound: readonly Trunk[];
  /** The narrowest first. */
  readonly #sources: readonly Source[];
  /** Whose an address is, of those that were asked for: null is a stranger's. */
  readonly #owners = new BoundedMap<string, Trunk | null>(ownersMax);

  constructor(trunks: readonly Trunk[]) {
    this.trunks = trunks.filter(({ enabled }) => enabled);
    this.#outbound = this.trunks.filter(({ settings }) => settings.outbound);
    this.#sources = this.trunks
      .filter(({ settings }) => settings.inbound)
      .flatMap((trunk) =>
        trunk.settings.sources.flatMap((source) => {
          const range = parseAddressRange(source);
          return range === undefined ? [] : [{ range, trunk }];
        }),
      )
      .toSorted((a, b) => Number(a.range.hostBits - b.range.hostBits));
  }

  static async read(store: Pick<TrunkStore, 'listTrunks'>): Promise<TrunkDirectory> {
    return new TrunkDirectory(await store.listTrunks());
  }

  /**
   * Undefined for a stranger, who gets no answer. The built-in phones share this machine's address with
   * others, so they are known by their port.
   */
  ofSource(address: string, port?: number): Trunk | undefined {
    const phones = this.trunks.find(({ builtIn, settings }) => builtIn && settings.port === port);
    if (phones?.settings.host === address) return phones;
    const known = this.#owners.get(address);
    if (known !== undefined) return known ?? undefined;
    const owner = this.#ownerOf(address);
    this.#owners.set(address, owner ?? null);
    return owner;
  }

  #ownerOf(address: string): Trunk | undefined {
    const parsed = parseIpAddress(address);
    if (parsed === undefined) return undefined;
    return this.#sources.find(({ range }) => isInRange(parsed, range))?.trunk;
  }

  /**
   * Where a call to that number may go, in the order of the tries: the longest prefix, then priority,
   * then chance by weight. `random` gives numbers from 0 to 1. What the built-in phones take reaches no
   * carrier.
   */
  toward(target: PhoneNumber, random: () => number): readonly Trunk[] {
    const fitting = this.#outbound.flatMap((trunk) => {
      const length = fit(trunk, target);
      return length === undefined ? [] : [{ trunk, length }];
    });
    const ofPhones = fitting.filter(({ trunk }) => trunk.builtIn);
    const used = ofPhones.length > 0 ? ofPhones : fitting;
    const ranked = used.length > 1 ? inOrder(used, random) : used;
    return ranked.map(({ trunk }) => trunk);
  }
}

type Fitting = { readonly trunk: Trunk; readonly length: number };

function inOrder(fitting: readonly Fitting[], random: () => number): readonly Fitting[] {
  return fitting
    .map(({ trunk, length }) => {
      // Efraimidis and Spirakis: sorted so, a trunk of weight 2 is first twice as often as weight 1.
      const draw = -Math.log(1 - random()) / trunk.settings.weight;
      return { trunk, length, draw };
    })
    .toSorted(
      (a, b) =>
        b.length - a.length ||
        a.trunk.settings.priority - b.trunk.settings.priority ||
        a.draw - b.draw,
    );
}

/** How many digits of the longest prefix that fits; undefined: none does. */
function fit({ settings: { prefixes } }: Trunk, target: PhoneNumber): number | undefined {
  if (prefixes.length === 0) return 0;
  const lengths = prefixes
    .filter((prefix) => target.startsWith(prefix))
    .map(({ length }) => length);
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}
