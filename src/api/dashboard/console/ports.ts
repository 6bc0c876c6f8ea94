/** What the console asks of the program. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { AccountViews } from '#people/account-view.ts';
import type { NumberStore } from '#sms/numbers/number-store.ts';
import type { OperatorStore } from '#sms/operator-store.ts';

type Finding = {
  readonly of: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly says: string;
  readonly fix: string | undefined;
};

export type ConsolePorts = {
  readonly operators: Pick<OperatorStore, 'listOperators'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly numbers: Pick<
    NumberStore,
    'listNumbers' | 'createNumber' | 'changeNumber' | 'removeNumber' | 'listShortNumberUses'
  >;
  readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber' | 'setTerms' | 'giveBack'>;
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
  readonly views: Pick<AccountViews, 'begin' | 'end'>;
  readonly doctor: {
    examine(): Promise<readonly Finding[]>;
    /** Without secrets, contents and customers: it leaves the house. */
    diagnose(): Promise<object>;
  };
  /** Settings as people write them, without secrets. */
  readonly settingsShown: readonly { readonly name: string; readonly value: string }[];
  readonly currency: string;
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>;
};
