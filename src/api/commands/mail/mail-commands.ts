/** The commands of the email base. */
import { type Command, command } from '../command.ts';
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
  return command('POST /mail/v1/send', { scope: 'send', bringsWork: true, largeBodies: true, run });
}

export function mailCommands(ports: MailPorts): readonly Command[] {
  return [
    command('GET /mail/v1/me', { scope: 'account', reads: true, run: describeAccount(ports) }),
    sendMailCommand(ports),
    command('GET /mail/v1/bulk-status', { scope: 'read', run: describeMailStatuses(ports) }),
    command('GET POST DELETE /mail/v1/message-cancel', {
      scope: 'send',
      idInPath: 'messageId',
      run: cancelMail(ports),
    }),
    ...unsubscribeCommands(ports),
    ...domainCommands(ports),
    ...senderCommands(ports),
  ];
}
