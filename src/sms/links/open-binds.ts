/** The binds that are open in this process, by the names of their leases and by their operators. */
import type { Operator } from '#sms/operator.ts';
import type { Bind } from './bind.ts';

/** `place`: which of its operator's binds it is. */
export type OpenBind = {
  readonly operator: Operator;
  readonly place: number;
  readonly bind: Bind;
};

export class OpenBinds {
  readonly #byLease = new Map<string, OpenBind>();
  readonly #byOperator = new Map<number, readonly OpenBind[]>();

  get(leaseName: string): OpenBind | undefined {
    return this.#byLease.get(leaseName);
  }

  has(leaseName: string): boolean {
    return this.#byLease.has(leaseName);
  }

  set(leaseName: string, open: OpenBind): void {
    this.#byLease.set(leaseName, open);
    this.#byOperator.clear();
  }

  delete(leaseName: string): void {
    this.#byLease.delete(leaseName);
    this.#byOperator.clear();
  }

  all(): readonly OpenBind[] {
    return [...this.#byLease.values()];
  }

  entries(): readonly (readonly [leaseName: string, OpenBind])[] {
    return [...this.#byLease];
  }

  of(operatorId: number): readonly OpenBind[] {
    const known = this.#byOperator.get(operatorId);
    if (known !== undefined) return known;
    const found = this.all().filter(({ operator }) => operator.id === operatorId);
    this.#byOperator.set(operatorId, found);
    return found;
  }
}
