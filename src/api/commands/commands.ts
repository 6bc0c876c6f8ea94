/** The commands of the interface. A new one is a file beside this one and a line in this table. */
import type { CancelPorts } from '#sms/sending/cancel-message.ts';
import { addressBookCommands } from './address-book/address-book.ts';
import type { AddressBookPorts } from './address-book/address-book-ports.ts';
import { sendMany } from './bulk-send.ts';
import { type Command, command } from './command.ts';
import { type CostPorts, describeCosts } from './cost-resume.ts';
import { pullEvents } from './events/pull-events.ts';
import { type StreamPorts, streamEvents } from './events/stream-events.ts';
import { type HlrPorts, notifyHlr } from './hlr-notify.ts';
import { type LookUpPorts, lookUp } from './lookup.ts';
import { type MailPorts, mailCommands, sendMailCommand } from './mail/mail-commands.ts';
import { isMail } from './mail/send-mail.ts';
import { type AccountPorts, describeAccount } from './me.ts';
import { cancelMessage } from './message-cancel.ts';
import { describeStatus } from './message-status.ts';
import { previewSms } from './preview.ts';
import { type RepeatPorts, type SendPorts, sendSms } from './send-sms.ts';
import {
  describeManyStatuses,
  describeMessageStatuses,
  describeTagStatuses,
  type StatusesPorts,
} from './statuses.ts';
import { type StopPorts, stopCommands } from './stop-sms.ts';
import type { SubAccountPorts } from './sub-accounts/sub-account-ports.ts';
import { subAccountCommands } from './sub-accounts/sub-accounts.ts';
import type { VirtualNumberPorts } from './virtual-numbers/virtual-number-ports.ts';
import { virtualNumberCommands } from './virtual-numbers/virtual-numbers.ts';
import { sendFromNumber } from './vn-send.ts';
import type { WebhookPorts } from './webhooks/found-endpoint.ts';
import { webhookCommands } from './webhooks/webhooks.ts';

export type CommandPorts = AccountPorts &
  AddressBookPorts &
  CancelPorts &
  CostPorts &
  HlrPorts &
  LookUpPorts &
  MailPorts &
  RepeatPorts &
  SendPorts &
  StatusesPorts &
  StreamPorts &
  StopPorts &
  SubAccountPorts &
  VirtualNumberPorts &
  WebhookPorts;

export function listCommands(ports: CommandPorts): readonly Command[] {
  return [
    command('GET /v1/me', { scope: 'account', reads: true, run: describeAccount(ports) }),
    command('POST /v1/send', {
      scope: 'send',
      bringsWork: true,
      run: sendSms(ports),
      // Where only one base is used.
      otherwise: { when: isMail, command: sendMailCommand(ports) },
    }),
    command('POST /v1/vn/send', { scope: 'send', bringsWork: true, run: sendFromNumber(ports) }),
    command('GET /v1/message-status', { scope: 'read', run: describeStatus(ports) }),
    command('POST /v1/preview', { scope: 'send', run: previewSms(ports) }),
    command('POST /v1/bulk-send', { scope: 'send', bringsWork: true, run: sendMany(ports) }),
    command('GET POST /v1/multi-status', { scope: 'read', run: describeManyStatuses(ports) }),
    command('GET /v1/bulk-status', { scope: 'read', run: describeMessageStatuses(ports) }),
    command('GET /v1/bulk-status-by-tag', { scope: 'read', run: describeTagStatuses(ports) }),
    command('GET POST DELETE /v1/message-cancel', {
      scope: 'send',
      idInPath: 'messageId',
      run: cancelMessage(ports),
    }),
    command('GET /v1/statistics/cost-resume', {
      scope: 'account',
      reads: true,
      run: describeCosts(ports),
    }),
    command('POST /v1/lookup', { scope: 'read', run: lookUp(ports) }),
    command('POST /v1/hlr/notify', { scope: 'send', bringsWork: true, run: notifyHlr(ports) }),
    command('GET /v1/events', { scope: 'read', run: pullEvents(ports) }),
    command('GET /v1/events/stream', { scope: 'read', run: streamEvents(ports) }),
    command('GET /mail/v1/events', { scope: 'read', run: pullEvents(ports) }),
    command('GET /mail/v1/events/stream', { scope: 'read', run: streamEvents(ports) }),
    ...mailCommands(ports),
    ...stopCommands(ports),
    ...addressBookCommands(ports),
    ...subAccountCommands(ports),
    ...virtualNumberCommands(ports),
    ...webhookCommands(ports),
  ];
}
