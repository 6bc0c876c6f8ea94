/** What the built-in operator is told to do from outside, as it is written down for it. */
import { unreachable } from '#core/assert.ts';
import type { Fault } from './faults.ts';
import type { HandsetMessage } from './handset.ts';
import type { SimulatedOperator } from './simulated-operator.ts';

export type SimulatorOrder =
  | { readonly do: 'deliver'; readonly message: HandsetMessage }
  | { readonly do: 'fail'; readonly fault: Fault; readonly forMs: number }
  | { readonly do: 'move clock'; readonly byMs: number }
  /** Somebody has switched a phone. */
  | { readonly do: 'read switches' };

type Performer = Pick<SimulatedOperator, 'deliver' | 'fail' | 'moveClock'> & {
  readSwitches(): Promise<void>;
};

/** Throws for what this version did not write. */
export async function performOrder(written: string, operator: Performer): Promise<void> {
  const order = JSON.parse(written) as SimulatorOrder;
  switch (order.do) {
    case 'deliver':
      return operator.deliver(order.message);
    case 'fail':
      return operator.fail(order.fault, order.forMs);
    case 'move clock':
      return operator.moveClock(order.byMs);
    case 'read switches':
      return operator.readSwitches();
    default:
      return unreachable(order);
  }
}
