/** What the commands `vn/…` ask for. */
import type { Clock } from '#core/clock.ts';
import type { IdempotencyStore } from '#core/idempotency.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { RulePorts } from '#numbers/forwarding/set-rule.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { MoneyLimits } from '../key-money.ts';
import type { VoicemailPorts } from './voicemails.ts';

export type VirtualNumberPorts = {
  readonly virtualNumbers: Pick<
    VirtualNumberStore,
    'findVirtualNumber' | 'listVirtualNumbers' | 'rent' | 'giveBack' | 'findRule'
  > &
    RulePorts['numbers'];
  readonly calls: Pick<CallStore, 'listCalls'>;
  readonly voicemails: VoicemailPorts['voicemails'];
  readonly mayCall: RulePorts['mayCall'];
  readonly replies: IdempotencyStore;
  readonly limits: MoneyLimits;
  readonly clock: Clock;
};
