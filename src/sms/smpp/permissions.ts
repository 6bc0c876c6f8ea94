/** Which side may ask for what, once bound (SMPP 3.4 §2.3). */
import type { Command } from './pdu.ts';

/** The side that binds (ESME) and the side that is bound to, the operator's (SMSC). */
export type Role = 'esme' | 'smsc';

export type BindMode = 'tx' | 'rx' | 'trx';

const submits: readonly Command[] = [
  'submit_sm',
  'submit_multi',
  'data_sm',
  'query_sm',
  'cancel_sm',
  'replace_sm',
];
const deliveries: readonly Command[] = ['deliver_sm', 'data_sm', 'alert_notification'];

const allowed: Readonly<Record<Role, Readonly<Record<BindMode, ReadonlySet<Command>>>>> = {
  esme: { tx: new Set(submits), rx: new Set(), trx: new Set(submits) },
  smsc: { tx: new Set(), rx: new Set(deliveries), trx: new Set(deliveries) },
};

export function mayRequest(sender: Role, mode: BindMode, command: Command): boolean {
  return allowed[sender][mode].has(command);
}

export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver';

export const bindCommands: Readonly<Record<BindMode, BindCommand>> = {
  tx: 'bind_transmitter',
  rx: 'bind_receiver',
  trx: 'bind_transceiver',
};

export function bindModeOf(command: BindCommand): BindMode {
  if (command === 'bind_transmitter') return 'tx';
  return command === 'bind_receiver' ? 'rx' : 'trx';
}
