/** The operations of this room, which operations.ts joins with the others'. */
import { orderInspector, showInspector } from './inspector-operations.ts';
import { callByPhone } from './phone-line/line-operation.ts';
import {
  failOperator,
  listPhones,
  listSimulatedNumbers,
  moveClock,
  switchPhone,
  writeOnPhone,
} from './simulator-operations.ts';

export const simulatorOperations = {
  /** Whether or not a server runs. */
  installation: [
    listSimulatedNumbers,
    listPhones,
    switchPhone,
    failOperator,
    moveClock,
    showInspector,
    orderInspector,
  ],
  server: [],
  /** They are of somebody's own session or sign-in, or have commands of their own. */
  pages: [writeOnPhone, callByPhone],
} as const;
