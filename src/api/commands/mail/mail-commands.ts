/** The commands of the email base. */
import type { Command } from '../command.ts';
import { type AccountPorts, describeAccount } from '../me.ts';
import { type DomainPorts, domainCommands } from './domains.ts';
import { type CancelMailPorts, cancelMail } from './mail-cancel.ts';
import { describeMailStatuses, type MailStatusPorts } from './mail-statuses.ts';
import { type SendMailPorts, sendMail } from './send-mail.ts';
import { senderCommands } from './senders.ts';
import { type UnsubscribePorts, unsubscribeCommands } from './unsubscribe.ts';

export type MailPorts = AccountPorts &
  CancelMailPorts &
  DomainPorts &
  MailStatusPorts &
  SendMailPorts &
  UnsubscribePorts;

export function sendMailCommand(ports: SendMailPorts): Command {
  const run = sendMail(ports);
  return {
    path: '/mail/v1/send',
    base: 'email',
    scope: 'send',
    methods: ['POST'],
    bringsWork: true,
    largeBodies: true,
    run,
  };
}

export function mailCommands(ports: MailPorts): readonly Command[] {
  const base = 'email';
  return [
    {
      path: '/mail/v1/me',
      base,
      scope: 'account',
      methods: ['GET'],
      reads: true,
      run: describeAccount(ports),
    },
    sendMailCommand(ports),
    {
      path: '/mail/v1/bulk-status',
      base,
      scope: 'read',
      methods: ['GET'],
      run: describeMailStatuses(ports),
    },
    {
      path: '/mail/v1/message-cancel',
      base,
      scope: 'send',
      methods: ['GET', 'POST', 'DELETE'],
      idInPath: 'messageId',
      run: cancelMail(ports),
    },
    ...unsubscribeCommands(ports),
    ...domainCommands(ports),
    ...senderCommands(ports),
  ];
}
