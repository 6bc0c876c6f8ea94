/** `parley simulator …`: what is done on simulated phones. The rest are operations. */
import { simulatorCall } from './simulator-call.ts';
import { simulatorOrders } from './simulator-orders.ts';

export const simulatorCommands = [simulatorCall, ...simulatorOrders];
