/** The commands of the interface. A new one is a file beside this one and a line in this table. */
import { type AddressBookPorts, addressBookCommands } from './address-book/address-book.ts';
import type { Command } from './command.ts';
import { type AccountPorts, tellAccount } from './me.ts';
import { type StatusPorts, tellStatus } from './message-status.ts';
import { type SendPorts, sendSms } from './send-sms.ts';
import { type SubAccountPorts, subAccountCommands } from './sub-accounts/sub-accounts.ts';

export type CommandPorts = AccountPorts &
  AddressBookPorts &
  SubAccountPorts &
  SendPorts &
  StatusPorts;

export function listCommands(ports: CommandPorts): readonly Command[] {
  return [
    { path: '/v1/me', base: 'sms', methods: ['GET'], run: tellAccount(ports) },
    { path: '/mail/v1/me', base: 'email', methods: ['GET'], run: tellAccount(ports) },
    { path: '/v1/send', base: 'sms', methods: ['POST'], run: sendSms(ports) },
    { path: '/v1/message-status', base: 'sms', methods: ['GET'], run: tellStatus(ports) },
    ...addressBookCommands(ports),
    ...subAccountCommands(ports),
  ];
}
