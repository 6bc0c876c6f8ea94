/** The commands of the interface. A new one is a file beside this one and a line in this table. */
import type { CancelPorts } from '#sms/sending/cancel-message.ts';
import { addressBookCommands } from './address-book/address-book.ts';
import type { AddressBookPorts } from './address-book/address-book-ports.ts';
import { sendMany } from './bulk-send.ts';
import type { Command } from './command.ts';
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
    {
      path: '/v1/me',
      base: 'sms',
      scope: 'account',
      methods: ['GET'],
      reads: true,
      run: describeAccount(ports),
    },
    {
      path: '/v1/send',
      base: 'sms',
      scope: 'send',
      methods: ['POST'],
      bringsWork: true,
      run: sendSms(ports),
      // Where only one base is used.
      otherwise: { when: isMail, command: sendMailCommand(ports) },
    },
    {
      path: '/v1/vn/send',
      base: 'sms',
      scope: 'send',
      methods: ['POST'],
      bringsWork: true,
      run: sendFromNumber(ports),
    },
    {
      path: '/v1/message-status',
      base: 'sms',
      scope: 'read',
      methods: ['GET'],
      run: describeStatus(ports),
    },
    { path: '/v1/preview', base: 'sms', scope: 'send', methods: ['POST'], run: previewSms(ports) },
    {
      path: '/v1/bulk-send',
      base: 'sms',
      scope: 'send',
      methods: ['POST'],
      bringsWork: true,
      run: sendMany(ports),
    },
    {
      path: '/v1/multi-status',
      base: 'sms',
      scope: 'read',
      methods: ['GET', 'POST'],
      run: describeManyStatuses(ports),
    },
    {
      path: '/v1/bulk-status',
      base: 'sms',
      scope: 'read',
      methods: ['GET'],
      run: describeMessageStatuses(ports),
    },
    {
      path: '/v1/bulk-status-by-tag',
      base: 'sms',
      scope: 'read',
      methods: ['GET'],
      run: describeTagStatuses(ports),
    },
    {
      path: '/v1/message-cancel',
      base: 'sms',
      scope: 'send',
      methods: ['GET', 'POST', 'DELETE'],
      idInPath: 'messageId',
      run: cancelMessage(ports),
    },
    {
      path: '/v1/statistics/cost-resume',
      base: 'sms',
      scope: 'account',
      methods: ['GET'],
      reads: true,
      run: describeCosts(ports),
    },
    { path: '/v1/lookup', base: 'sms', scope: 'read', methods: ['POST'], run: lookUp(ports) },
    {
      path: '/v1/hlr/notify',
      base: 'sms',
      scope: 'send',
      methods: ['POST'],
      bringsWork: true,
      run: notifyHlr(ports),
    },
    { path: '/v1/events', base: 'sms', scope: 'read', methods: ['GET'], run: pullEvents(ports) },
    {
      path: '/v1/events/stream',
      base: 'sms',
      scope: 'read',
      methods: ['GET'],
      run: streamEvents(ports),
    },
    {
      path: '/mail/v1/events',
      base: 'email',
      scope: 'read',
      methods: ['GET'],
      run: pullEvents(ports),
    },
    {
      path: '/mail/v1/events/stream',
      base: 'email',
      scope: 'read',
      methods: ['GET'],
      run: streamEvents(ports),
    },
    ...mailCommands(ports),
    ...stopCommands(ports),
    ...addressBookCommands(ports),
    ...subAccountCommands(ports),
    ...virtualNumberCommands(ports),
    ...webhookCommands(ports),
  ];
}
